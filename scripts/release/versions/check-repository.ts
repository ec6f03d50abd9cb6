// Whether a repository is in a state from which a release can be made. Nothing is changed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, ReleaseError, succeeds } from '../processes.ts';
import { releaseChangelog } from './changelog.ts';
import { findVersionProblems } from './check-version.ts';
import { readVersion } from './set-versions.ts';

const MAX_FILES_NAMED = 5;

/** The commit and the branch that a release is made from. */
export interface ReleaseBase {
  readonly branch: string;
  readonly commit: string;
}

/** Checks everything that can be checked without a build. @throws ReleaseError with all problems */
export function checkRepository(root: string, version: string, branch: string): ReleaseBase {
  const tags = git(root, 'tag', '--list').split('\n');
  const problems = [
    ...findVersionProblems(version, { current: readVersion(root), tags }),
    ...findBranchProblems(root, branch),
    ...findChanges(root),
    ...findChangelogProblems(root, version),
  ];
  if (problems.length > 0)
    throw new ReleaseError(`${version} is not released, nothing was changed:\n- ${problems.join('\n- ')}`);
  return { branch, commit: git(root, 'rev-parse', 'HEAD') };
}

function findBranchProblems(root: string, branch: string): string[] {
  const current = git(root, 'branch', '--show-current');
  if (current !== branch)
    return [
      `${current === '' ? 'no branch is checked out' : `the branch is ${current}`}: run 'git switch ${branch}', or give --branch.`,
    ];
  const upstream = `${branch}@{upstream}`;
  if (!succeeds('git', ['rev-parse', '--verify', '--quiet', upstream], { folder: root })) return [];
  const missing = git(root, 'rev-list', '--count', `${branch}..${upstream}`);
  return missing === '0'
    ? []
    : [
        `${branch} lacks ${missing} commits of ${git(root, 'rev-parse', '--abbrev-ref', upstream)}: run 'git pull'.`,
      ];
}

function findChanges(root: string): string[] {
  const changes = git(root, 'status', '--porcelain=v1', '--untracked-files=all');
  if (changes === '') return [];
  const files = changes.split('\n').map((line) => line.slice(3));
  const named = files.slice(0, MAX_FILES_NAMED).join(', ');
  const more = files.length > MAX_FILES_NAMED ? ` and ${files.length - MAX_FILES_NAMED} more` : '';
  return [`there are changes that are not committed, in ${named}${more}: commit or stash them.`];
}

function findChangelogProblems(root: string, version: string): string[] {
  try {
    releaseChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, '2000-01-01');
    return [];
  } catch (error) {
    if (error instanceof ReleaseError) return [error.message];
    throw error;
  }
}
