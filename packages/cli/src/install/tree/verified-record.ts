// The file that says which trees of a project were verified, and how the file system described them then.
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeAtOnce } from '../../files/write-at-once.ts';
import type { LockedPrime } from '../lockfile/lockfile.ts';
import type { TreeStamps } from './file-stamps.ts';

/** Raised with every change of the form, or of what is verified. */
export const FORM = 2;
/** Most projects with a record. */
const MAX_PROJECTS = 200;

/** A Prime whose tarball proves its tree digest. */
export type Verified = Pick<LockedPrime, 'name' | 'version' | 'sha256' | 'tree_sha256'>;

/** A Prime that was verified. */
export interface Entry extends Verified {
  readonly stamps: TreeStamps;
}

/** What is stored, as JSON. */
export interface VerifiedRecord {
  readonly form: number;
  /** Of prime: another one may make another table of contents. */
  readonly release: string;
  /** When it was written. */
  readonly atMs: number;
  readonly primes: readonly Entry[];
  /** Of the table of contents of exactly these Primes. */
  readonly index?: TreeStamps | undefined;
  /** Of the files that decide what is installed, if these Primes are all that they ask for. */
  readonly settled?: TreeStamps | undefined;
  /** The file in the cache that proves the digests of trees; undefined if there was none. */
  readonly proofs?: ProofFile | undefined;
}

/** A file that is only appended to: as long as it is there, so is what it had. */
export interface ProofFile {
  readonly inode: number;
  readonly sizeBytes: number;
}

/** Reads a record. @throws Error if there is none in this form */
export function readRecord(path: string): VerifiedRecord {
  const record = JSON.parse(readFileSync(path, 'utf8')) as VerifiedRecord;
  const { form, primes, index, settled } = record;
  const stamps = [index, settled].filter((each) => each !== undefined);
  if (form !== FORM || ![...primes.map((entry) => entry.stamps), ...stamps].every(isList))
    throw new Error('the record is not in this form');
  return record;
}

function isList({ paths, numbers }: TreeStamps): boolean {
  return Array.isArray(paths) && Array.isArray(numbers);
}

/** Writes a record; a reader gets the old one or the new one. @throws errors of the file system */
export function writeRecord(path: string, record: VerifiedRecord): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) removeOldest(folder);
  writeAtOnce(path, JSON.stringify(record));
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder).map((name) => {
    const path = join(folder, name);
    return { path, writtenMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  files.sort((a, b) => b.writtenMs - a.writtenMs);
  for (const { path } of files.slice(MAX_PROJECTS - 1)) rmSync(path, { force: true });
}
