// The bill of materials of a package: what its build put inside, and what npm installs with it.
import { relative, sep } from 'node:path';
import type { BuiltPackage } from '../build/build-package.ts';
import { listPublishedDependencies } from '../build/published-names.ts';
import { ROOT, readManifest } from '../build/published-packages.ts';
import type { SourceState } from '../build/source-state.ts';
import type { Bill, Component } from './cyclonedx.ts';
import { type LockedPackage, LockFile } from './lock-file.ts';
import { npmComponent, npmUrl } from './npm-component.ts';

/** What a bill says about a build. */
type Build = Pick<BuiltPackage, 'folder' | 'kind' | 'thirdParty'>;

/** Describes a package that was built. Packages of the lock file that nothing of it contains or needs are not in it. */
export function makePackageBill(built: Build, { commit, epochSeconds }: SourceState): Bill {
  const lock = new LockFile(ROOT);
  const inside = built.thirdParty.map(({ folder }) =>
    lock.getPackage(relative(ROOT, folder).split(sep).join('/')),
  );
  const direct = built.kind === 'library' ? Object.keys(listPublishedDependencies(built.folder)) : [];
  const needed = listNeeded(lock, `packages/${built.folder}`, direct);
  const all = new Map([...inside, ...needed].map((each) => [each.path, each]));
  const { name, version, description, license } = readManifest(built.folder);
  const subject: Component = {
    ...{ type: built.kind, name, version, description, license },
    packageUrl: npmUrl(name, version),
  };
  const requires = new Map<string, readonly string[]>();
  for (const each of all.values()) requires.set(refOf(each), listRequired(lock, each, all).map(refOf));
  const held = new Set([...requires.values()].flat());
  const refs = [...all.values()].map(refOf);
  // What is inside is required by the package itself unless something else inside brings it.
  requires.set(subject.packageUrl, [
    ...refs.filter((ref) => !held.has(ref)),
    ...direct.flatMap((each) => {
      const found = lock.findRequired(`packages/${built.folder}`, each);
      return found === undefined ? [] : [refOf(found)];
    }),
  ]);
  return { subject, components: [...all.values()].map(npmComponent), requires, commit, epochSeconds };
}

/** Everything that npm installs with a package, from the names that it requires. */
function listNeeded(lock: LockFile, from: string, names: readonly string[]): LockedPackage[] {
  const found = new Map<string, LockedPackage>();
  const visit = (path: string, name: string) => {
    const locked = lock.findRequired(path, name);
    if (locked === undefined || found.has(locked.path)) return;
    found.set(locked.path, locked);
    // Of a package of the workspace, what is published counts.
    const folder = /^packages\/([^/]+)$/.exec(locked.path)?.[1];
    const requires = folder === undefined ? locked.requires : Object.keys(listPublishedDependencies(folder));
    for (const each of requires) visit(locked.path, each);
  };
  for (const name of names) visit(from, name);
  return [...found.values()];
}

function listRequired(
  lock: LockFile,
  { path, requires }: LockedPackage,
  all: ReadonlyMap<string, LockedPackage>,
): LockedPackage[] {
  return requires.flatMap((name) => {
    const found = lock.findRequired(path, name);
    return found !== undefined && all.has(found.path) ? [found] : [];
  });
}

function refOf({ name, version }: LockedPackage): string {
  return npmUrl(name, version);
}
