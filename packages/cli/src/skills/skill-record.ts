// `.primes/skills.json`: which skills prime has written, and every file with its digest. Only what is as it says belongs to
// prime. The file may be from anybody who may change the project: its paths are checked.

import { rmSync } from 'node:fs';
import { findRepositoryProblem } from '@prime-registry/archive';
import { isSkillName } from '@prime-registry/knowledge';
import { isSha256, parsePrimeName, parseVersion, quote } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';
import { readProjectFile } from '../files/read-project-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { skillRecordPath } from '../install/primes-folder.ts';

/** SHA-256 by path in the folder of the skill. */
export type FileDigests = Readonly<Record<string, string>>;

/** A skill that prime has written. */
export interface WrittenSkill {
  /** Its folder, relative to the project, with `/`. */
  readonly folder: string;
  readonly prime: string;
  readonly version: string;
  /** SHA-256 of the tarball. */
  readonly sha256: string;
  readonly files: FileDigests;
  /** What is about to replace them; only while prime works, or after it was killed. */
  readonly next?: FileDigests;
}

const FORMAT = 1;
const MAX_BYTES = 16 * 1024 * 1024;
/** Parts of paths that mean the same file on every system. */
const PART = /^(?!\.{1,2}$)[^\\/:*?"<>|\p{Cc}]{1,255}$/u;

/** The skills that were written, by folder. @throws ValidationError if the record cannot be read */
export async function readSkillRecord(projectFolder: string): Promise<WrittenSkill[]> {
  const path = skillRecordPath(projectFolder);
  const text = await readProjectFile(path, MAX_BYTES);
  if (text === undefined) return [];
  const problem = (message: string): ValidationError =>
    new ValidationError(
      `${path} ${message}; restore it, or remove it together with the skills that prime has written`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem('is not valid JSON');
  }
  const { format, skills } = toObject(value);
  if (format !== FORMAT)
    throw problem(`has the format ${quote(String(format))}, which this prime does not know`);
  if (!Array.isArray(skills)) throw problem('has no list of skills');
  return skills.map((skill, index) => {
    const read = toWritten(toObject(skill));
    if (read === undefined) throw problem(`has something else than a skill at skills[${index}]`);
    return read;
  });
}

/** Writes the record; removes it if there is nothing in it. */
export async function writeSkillRecord(
  projectFolder: string,
  skills: readonly WrittenSkill[],
): Promise<void> {
  const path = skillRecordPath(projectFolder);
  if (skills.length === 0) return rmSync(path, { force: true });
  const sorted = skills.toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
  await replaceFile(path, `${JSON.stringify({ format: FORMAT, skills: sorted }, undefined, 2)}\n`, {
    followsLinks: false,
  });
}

/**
 * Whether the path, relative to a project, may have skills: not the folders of git and of prime itself, nor those of
 * repositories and projects in it. A name of a skill may be that of a folder with commands of git, such as `hooks`.
 */
export function isSkillParent(path: string): boolean {
  // Some systems overlook such characters.
  const seen = path.replaceAll(/\p{Cf}/gu, '');
  const isOthers =
    seen.toLowerCase().split('/').includes('.primes') || findRepositoryProblem(seen) !== undefined;
  return isInnerPath(path) && !isOthers;
}

/** Whether the text is a path within a folder that is the same everywhere. */
function isInnerPath(path: string): boolean {
  return path.length <= 1024 && path.split('/').every((part) => PART.test(part) && !/[. ]$/.test(part));
}

type Fields = Readonly<Record<string, unknown>>;

function toObject(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function toWritten({ folder, prime, version, sha256, files, next }: Fields): WrittenSkill | undefined {
  if (typeof folder !== 'string' || !isSkillParent(folder)) return undefined;
  if (!folder.includes('/') || !isSkillName(folder.slice(folder.lastIndexOf('/') + 1))) return undefined;
  if (typeof prime !== 'string' || !parsePrimeName(prime).ok) return undefined;
  if (typeof version !== 'string' || !parseVersion(version).ok) return undefined;
  if (typeof sha256 !== 'string' || !isSha256(sha256)) return undefined;
  if (!areDigests(files) || !(next === undefined || areDigests(next))) return undefined;
  return { folder, prime, version, sha256, files, ...(next !== undefined && { next }) };
}

function areDigests(value: unknown): value is FileDigests {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(
      ([path, digest]) => isInnerPath(path) && typeof digest === 'string' && isSha256(digest),
    )
  );
}
