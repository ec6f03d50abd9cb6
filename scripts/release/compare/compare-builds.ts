// Builds a commit twice, in two clones, and compares the files: a release can be built again by anybody.
import { join } from 'node:path';
import { hashFile, listArtifacts } from '../artifacts/checksums.ts';
import { type BuildName, buildRelease, RELEASE_FOLDER } from '../clone/build-release.ts';
import { cloneRepository, installPackages } from '../clone/clone-repository.ts';
import { git } from '../processes.ts';

/** The digests of the files of a build, by path. */
type Build = ReadonlyMap<string, string>;

/** What must not change the output; the path of the clone differs, too. */
const ENVIRONMENTS = [
  { TZ: 'UTC', LC_ALL: 'C' },
  { TZ: 'Asia/Kathmandu', LC_ALL: 'C.UTF-8' },
];

/** The result of a comparison. */
export interface Comparison {
  readonly files: number;
  /** Each with a path; empty if all files are the same. */
  readonly differences: readonly string[];
}

/** Builds a commit of a repository twice. The repository is not changed. */
export async function compareBuilds(root: string, commit: string, name: BuildName): Promise<Comparison> {
  const builds: Build[] = [];
  for (const environment of ENVIRONMENTS) builds.push(await build(root, commit, name, environment));
  const [first = new Map(), second = new Map()] = builds;
  const paths = [...new Set([...first.keys(), ...second.keys()])].sort();
  const differences = paths.flatMap((path) => {
    if (!second.has(path) || !first.has(path)) return [`${path} is in one of the builds only.`];
    return first.get(path) === second.get(path) ? [] : [`${path} has other bytes in each build.`];
  });
  return { files: paths.length, differences };
}

async function build(
  root: string,
  commit: string,
  name: BuildName,
  environment: Record<string, string>,
): Promise<Build> {
  const clone = cloneRepository(root, {
    branch: 'main',
    commit: git(root, 'rev-parse', `${commit}^{commit}`),
  });
  try {
    installPackages(root, clone);
    buildRelease(clone.folder, name, environment);
    const folder = join(clone.folder, RELEASE_FOLDER);
    const digests = new Map<string, string>();
    for (const path of listArtifacts(folder)) digests.set(path, await hashFile(join(folder, path)));
    return digests;
  } finally {
    clone.remove();
  }
}
