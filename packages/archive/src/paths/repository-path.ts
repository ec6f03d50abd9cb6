// Git repositories inside a Prime. Git runs commands that a repository names in its `config`, as soon as one of its own
// commands, or an editor or a prompt, looks at a folder: anyone who unpacks a repository of a stranger lets them in.
import { foldName } from './fold-name.ts';

/** The folder or file of a repository, and its short name on NTFS. git-fsck(1) refuses both in any case, as this does. */
const REPOSITORY_NAMES: ReadonlySet<string> = new Set(['.git', 'git~1']);

/**
 * The problem with a path that has a git repository in it, as the end of a sentence that starts with the path; undefined for
 * any other valid path. Spaces and dots at the end, colons and invisible characters, with which other systems spell the same
 * name, are no valid paths.
 */
export function findRepositoryProblem(path: string): string | undefined {
  const name = path.split('/').find((segment) => REPOSITORY_NAMES.has(foldName(segment)));
  if (name === undefined) return undefined;
  return `has '${name}' in it, a git repository, which may run commands where it is unpacked; leave it out`;
}
