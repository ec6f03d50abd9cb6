// The packages that are meant for others, packed once for the tests of a process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PUBLISHED_PACKAGES } from '../../build/published-packages.ts';
import { type PackedPackage, packPackages } from '../pack-packages.ts';

/** The commit that the packages say. */
export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** A package, and where its tarball is. */
export interface PackedForTests extends PackedPackage {
  readonly path: string;
}

const packed = new Map<string, PackedForTests>();
let folder: string | undefined;

/** All packages, in the order of PUBLISHED_PACKAGES. */
export async function packOnce(): Promise<readonly PackedForTests[]> {
  const all: PackedForTests[] = [];
  for (const each of PUBLISHED_PACKAGES) all.push(await packOneOnce(each.folder));
  return all;
}

/** One of them. The test files of a process run one after the other. @param name - its folder in `packages` */
export async function packOneOnce(name: string): Promise<PackedForTests> {
  const found = packed.get(name);
  if (found !== undefined) return found;
  folder ??= makeFolder();
  const own = join(folder, name);
  const [made] = await packPackages(own, {
    selection: PUBLISHED_PACKAGES.filter((each) => each.folder === name),
    builds: join(own, 'builds'),
    state: { commit: COMMIT, epochSeconds: 0 },
  });
  if (made === undefined) throw new Error(`packages/${name} is not published`);
  const result = { ...made, path: join(own, 'packages', made.tarball) };
  packed.set(name, result);
  return result;
}

function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'prime-registry-packed-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}
