// Reads the ignore files of a Prime: .primeignore in its folders, and .gitignore as git does, in every folder from the
// root of the repository down.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { unless } from '../errors/expected.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { isAbsent } from '../files/file-operations.ts';

/**
 * The list of files to leave out, in the syntax of .gitignore. It may be in any folder of the Prime, as in
 * git.
 */
export const IGNORE_FILE = '.primeignore';

const GIT_IGNORE_FILE = '.gitignore';

/** The texts of the ignore files in a folder; '' for a file that is missing or empty. */
export interface IgnoreFiles {
  readonly own: string;
  readonly git: string;
}

/** An ignore file of git above a Prime. */
interface GitRules {
  /** Its folder relative to the root of the repository, with `/`; '' is the root. */
  readonly folder: string;
  readonly text: string;
}

/** The repository around a Prime. */
export interface Repository {
  /** The folder of the Prime relative to the root of the repository, with `/`; '' is the root itself. */
  readonly path: string;
  /** From the root down, without the folder of the Prime. */
  readonly above: readonly GitRules[];
}

const MAX_BYTES = 1024 * 1024;
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** Does not block on a named pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads the ignore files of a folder. @throws ValidationError if one is no file, or larger than 1 MiB */
export function readIgnoreFiles(folder: string): IgnoreFiles {
  return { own: findText(join(folder, IGNORE_FILE), FLAGS) ?? '', git: readGitIgnore(folder) };
}

/** The repository of git that contains the folder, and its ignore files; undefined outside of one. */
export function findRepository(primeFolder: string): Repository | undefined {
  const names: string[] = [];
  let root = primeFolder;
  while (lstatSync(join(root, '.git'), { throwIfNoEntry: false }) === undefined) {
    const parent = dirname(root);
    if (parent === root) return undefined;
    names.unshift(basename(root));
    root = parent;
  }
  const exclude = findText(join(root, '.git', 'info', 'exclude'), FLAGS) ?? '';
  const above = names.map((_, index) => {
    const folder = names.slice(0, index).join('/');
    return { folder, text: readGitIgnore(join(root, folder)) };
  });
  return { path: names.join('/'), above: [{ folder: '', text: exclude }, ...above] };
}

/** Git does not follow a symbolic link here. */
function readGitIgnore(folder: string): string {
  const path = join(folder, GIT_IGNORE_FILE);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return '';
  return findText(path, FLAGS | NO_FOLLOW) ?? '';
}

function findText(path: string, flags: number): string | undefined {
  // A worktree has a file `.git`, so there is nothing below it.
  const fd = unless(isAbsent, () => openSync(path, flags));
  if (fd === undefined) return undefined;
  try {
    const { size } = requireFile(path, fstatSync(fd));
    const bytes = Buffer.alloc(size);
    let filled = 0;
    for (let read = -1; read !== 0 && filled < size; filled += read) {
      read = readSync(fd, bytes, { offset: filled });
    }
    return new TextDecoder().decode(bytes.subarray(0, filled));
  } finally {
    closeSync(fd);
  }
}

function requireFile<T extends { isFile(): boolean; readonly size: number }>(path: string, stats: T): T {
  if (!stats.isFile()) throw new ValidationError(`${path} is not a regular file`);
  if (stats.size <= MAX_BYTES) return stats;
  throw new ValidationError(`${path} has ${stats.size} bytes; the maximum is ${MAX_BYTES}`);
}
