// Makes a release: checks, commits and builds it in a clone, and puts it in place when everything is there.
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assembleRelease } from './artifacts/assemble.ts';
import type { ReleaseContents } from './artifacts/release-parts.ts';
import { signChecksums } from './artifacts/sign.ts';
import { type BuildName, buildRelease, RELEASE_FOLDER } from './clone/build-release.ts';
import { cloneRepository, installPackages } from './clone/clone-repository.ts';
import { commitRelease, identityOf, subjectOf } from './clone/commit-release.ts';
import {
  findReady,
  finishRelease,
  NEXT_FOLDER,
  noteReady,
  type ReadyRelease,
} from './finish/finish-release.ts';
import { git, ReleaseError, show, succeeds } from './processes.ts';
import { checkRepository, type ReleaseBase } from './versions/check-repository.ts';
import { tagOf } from './versions/check-version.ts';

/** What to release, and how. */
export interface ReleaseOptions {
  /** The folder of the repository. */
  readonly root: string;
  readonly version: string;
  /** The branch that releases are made from. */
  readonly branch: string;
  /** The commit for which checks and tests are green already. */
  readonly tested: string | undefined;
  /** An SSH key that signs checksums and tag. */
  readonly key: string | undefined;
  /** What is built. */
  readonly build: BuildName;
  readonly log: (line: string) => void;
}

/**
 * Makes a release. Until everything is built and signed, the repository is not changed.
 * @throws ReleaseError with what is wrong
 */
export async function makeRelease(options: ReleaseOptions): Promise<void> {
  const { root, version, branch, tested, build, log } = options;
  const ready = findReady(root);
  if (ready !== undefined) {
    if (ready.version !== version)
      throw new ReleaseError(
        `${ready.version} is built and not in place: run 'npm run release -- ${ready.version}' first.`,
      );
    log(`${version} was built by an earlier run, which stopped: this run finishes it.`);
    finishRelease(root, ready);
    return;
  }
  const base = checkRepository(root, version, branch);
  if (tested !== undefined) checkTested(root, tested, base);
  const clone = cloneRepository(root, base);
  try {
    const commit = commitRelease(clone.folder, root, version, new Date());
    log(`Release ${version} is commit ${commit.slice(0, 12)} in ${clone.folder}.`);
    installPackages(root, clone);
    runChecks(clone.folder, tested !== undefined);
    log('Building.');
    buildRelease(clone.folder, build);
    const contents = await assembleRelease(clone.folder, version);
    sign(clone.folder, options);
    checkClean(clone.folder);
    const release = { version, branch, base: base.commit, commit };
    placeNext(root, clone.folder, release);
    finishRelease(root, release);
    logContents(contents, log);
  } finally {
    clone.remove();
  }
}

/** Brings everything into the repository, under names that the last step changes. Nothing is left if that fails. */
function placeNext(root: string, clone: string, release: ReadyRelease): void {
  const next = join(root, NEXT_FOLDER);
  rmSync(next, { recursive: true, force: true });
  try {
    cpSync(join(clone, RELEASE_FOLDER), next, { recursive: true });
    noteReady(root, clone, release);
  } catch (error) {
    rmSync(next, { recursive: true, force: true });
    throw error;
  }
}

function checkTested(root: string, tested: string, { commit }: ReleaseBase): void {
  const name = `${tested}^{commit}`;
  const found = succeeds('git', ['rev-parse', '--verify', '--quiet', name], { folder: root });
  if (found && git(root, 'rev-parse', name) === commit) return;
  throw new ReleaseError(
    `--tested ${tested} is not the commit of the release, ${commit}: test that commit, or leave out --tested to test it now.`,
  );
}

/** Checks the commit of the release. What was tested before it are the same files, except for the versions. */
function runChecks(folder: string, isTested: boolean): void {
  const scripts = isTested ? ['check:history'] : ['check', 'test'];
  for (const script of scripts) show('npm', ['run', '--silent', '--if-present', script], { folder });
}

function sign(clone: string, { root, version, key }: ReleaseOptions): void {
  const annotation = ['--message', subjectOf(version), tagOf(version)];
  const process = { folder: clone, environment: identityOf(root) };
  if (key === undefined) {
    show('git', ['tag', '--annotate', ...annotation], process);
    return;
  }
  const path = resolve(key);
  signChecksums(join(clone, RELEASE_FOLDER), path);
  const settings = ['-c', 'gpg.format=ssh', '-c', `user.signingKey=${path}`];
  show('git', [...settings, 'tag', '--sign', ...annotation], process);
}

/** A build or a test that changes files would make a release that nobody can build again. */
function checkClean(clone: string): void {
  const changes = git(clone, 'status', '--porcelain');
  if (changes !== '')
    throw new ReleaseError(
      `checks or builds have changed files, so no other build would be the same:\n${changes}`,
    );
}

function logContents({ packages, programs, images }: ReleaseContents, log: ReleaseOptions['log']): void {
  log(`Built ${packages.length} packages, ${programs.length} programs and ${images.length} images.`);
  log('Publish the packages in this order:');
  for (const { file } of packages) log(`  npm publish ${RELEASE_FOLDER}/packages/${file}`);
}
