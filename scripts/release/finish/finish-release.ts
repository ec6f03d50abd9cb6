// The last step of a release: branch, tag and the folder of the release change. It can stop anywhere and run again.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RELEASE_FOLDER } from '../clone/build-release.ts';
import { findFullDisk, git, ReleaseError, succeeds } from '../processes.ts';
import { tagOf } from '../versions/check-version.ts';

/** A release that is built and signed, and only has to take its place. */
export interface ReadyRelease {
  readonly version: string;
  readonly branch: string;
  /** The commit that the branch has before the release. */
  readonly base: string;
  /** The commit of the release. */
  readonly commit: string;
}

/** Next to the folder of the release, so that it takes its place in one step. */
export const NEXT_FOLDER = 'release.next';
/** Keeps the objects of a release until branch and tag name them. */
const READY_COMMIT = 'refs/prime-registry/release';
const READY_TAG = 'refs/prime-registry/release-tag';

/** Takes commit and tag from the clone, and notes that the release is ready. */
export function noteReady(root: string, clone: string, release: ReadyRelease): void {
  const { branch, version } = release;
  const refs = [`+refs/heads/${branch}:${READY_COMMIT}`, `+refs/tags/${tagOf(version)}:${READY_TAG}`];
  git(root, 'fetch', '--quiet', '--no-tags', '--no-write-fetch-head', clone, ...refs);
  const note = noteOf(root);
  writeFileSync(`${note}.new`, JSON.stringify(release), { flush: true });
  renameSync(`${note}.new`, note);
}

/** The release that an earlier run built and did not finish. */
export function findReady(root: string): ReadyRelease | undefined {
  const note = noteOf(root);
  return existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as ReadyRelease) : undefined;
}

/**
 * Puts the release in place. Every step may have happened before.
 * @throws ReleaseError if somebody has changed the repository since, with what to undo
 */
export function finishRelease(root: string, release: ReadyRelease): void {
  const { version, branch, base, commit } = release;
  const tag = tagOf(version);
  checkUnchanged(root, release);
  const next = join(root, NEXT_FOLDER);
  if (existsSync(next)) {
    rmSync(join(root, RELEASE_FOLDER), { recursive: true, force: true });
    renameSync(next, join(root, RELEASE_FOLDER));
  }
  if (git(root, 'rev-parse', branch) === base) {
    const files = restoreFiles(root, base, commit);
    if (!succeeds('git', ['merge', '--quiet', '--ff-only', commit], { folder: root }))
      throw new ReleaseError(
        `${version} is built, but git cannot update ${branch}: ${findFullDisk(root) ?? describeChanges(base, files)}`,
      );
  }
  if (findCommit(root, `refs/tags/${tag}`) === undefined)
    // Without an old value, git refuses to replace a tag that was made in the meantime.
    git(root, 'update-ref', `refs/tags/${tag}`, git(root, 'rev-parse', READY_TAG), '0'.repeat(commit.length));
  rmSync(noteOf(root));
  for (const ref of [READY_COMMIT, READY_TAG]) git(root, 'update-ref', '-d', ref);
}

function checkUnchanged(root: string, { version, branch, base, commit }: ReadyRelease): void {
  const undo = `To give it up, delete ${noteOf(root)} and ${join(root, NEXT_FOLDER)}.`;
  const lock = resolve(root, git(root, 'rev-parse', '--git-path', 'index.lock'));
  if (existsSync(lock))
    throw new ReleaseError(
      `${version} is built, but git was stopped while it changed files: delete ${lock} if no git is running, and run this again. ${undo}`,
    );
  const head = git(root, 'rev-parse', 'HEAD');
  const current = git(root, 'branch', '--show-current');
  if (current !== branch || (head !== base && head !== commit))
    throw new ReleaseError(
      `${version} is built, but the branch has changed since: it is ${current || 'none'} at ${head}. Run 'git switch ${branch} && git reset --keep ${base}', and run this again. ${undo}`,
    );
  const tagged = findCommit(root, `refs/tags/${tagOf(version)}`);
  if (tagged !== undefined && tagged !== commit)
    throw new ReleaseError(
      `${version} is built, but somebody has made the tag ${tagOf(version)} at ${tagged}: delete it, and run this again. ${undo}`,
    );
}

/**
 * Takes back what a merge that was killed has written: files that have the content of the release already, or that
 * git has removed to write them again.
 * @returns the files that the release changes
 */
function restoreFiles(root: string, base: string, commit: string): string[] {
  const files = git(root, 'diff', '--name-only', base, commit).split('\n');
  const written = files.filter(
    (file) =>
      !existsSync(join(root, file)) ||
      succeeds('git', ['diff', '--quiet', commit, '--', file], { folder: root }),
  );
  if (written.length > 0) git(root, 'checkout', '--quiet', base, '--', ...written);
  return files;
}

function describeChanges(base: string, files: readonly string[]): string {
  return `there are changes in ${files.join(', ')}. Run 'git checkout ${base} -- ${files.join(' ')}' to drop them, and run this again.`;
}

function findCommit(root: string, ref: string): string | undefined {
  const name = `${ref}^{commit}`;
  return succeeds('git', ['rev-parse', '--verify', '--quiet', name], { folder: root })
    ? git(root, 'rev-parse', name)
    : undefined;
}

function noteOf(root: string): string {
  return resolve(root, git(root, 'rev-parse', '--git-path', 'prime-registry-release.json'));
}
