// Reads the manifest of a folder, under its own or another name, and reports all mistakes in it.
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type FieldProblem, type Manifest, type PrimeName, parseManifest } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';
import { readProjectBytes } from '../files/read-project-file.ts';
import { renameManifest } from './rename-manifest.ts';

/** The file that makes a folder a Prime. */
export const MANIFEST_FILE = 'pack.yaml';

/** A valid manifest. */
export interface SourceManifest {
  readonly manifest: Manifest;
  /** Its text, which is packed and published. */
  readonly bytes: Uint8Array;
}

/**
 * Reads the pack.yaml of a folder. A given name replaces the one in the file, valid or not, in memory only.
 * @throws ValidationError if there is none, or with each wrong field, its line and column
 */
export async function readManifest(folder: string, name?: PrimeName): Promise<SourceManifest> {
  const bytes = await readManifestFile(folder);
  const place = `${basename(folder)}/${MANIFEST_FILE}`;
  if (name === undefined) return { manifest: requireManifest(bytes, place), bytes };
  const parsed = parseManifest(bytes);
  // Checked before the renaming, which may insert a line, so that line numbers are those of the file.
  const problems = 'problems' in parsed ? parsed.problems.filter(({ field }) => field !== 'name') : [];
  if (problems.length > 0) throw unpublishable(place, problems);
  const renamed = renameManifest(bytes, name.full);
  return { manifest: requireManifest(renamed, place), bytes: renamed };
}

/** Parses a manifest; `place` is its name in errors. @throws ValidationError */
export function requireManifest(bytes: Uint8Array, place: string): Manifest {
  const parsed = parseManifest(bytes);
  if ('problems' in parsed) throw unpublishable(place, parsed.problems);
  return parsed.manifest;
}

/** The error for something that registries refuse. */
export function unpublishable(place: string, problems: readonly FieldProblem[]): ValidationError {
  const isNamedWrong = problems.some(({ field }) => field === 'name');
  const hint = "'--name @scope/name' publishes it under another name";
  return new ValidationError(`${place} cannot be published`, problems, isNamedWrong ? { hint } : {});
}

/** Most bytes that are read, much more than a manifest may have: the file can be anything in a checkout. */
const MAX_READ_BYTES = 16 * 2 ** 20;

/** The bytes of the file, which need not be a manifest. @throws ValidationError if there is none, or it is too large */
export async function readManifestFile(folder: string): Promise<Uint8Array> {
  const bytes = await readProjectBytes(join(folder, MANIFEST_FILE), MAX_READ_BYTES);
  if (bytes !== undefined) return bytes;
  if (!existsSync(folder)) throw new ValidationError(`there is no file or folder ${folder}`);
  if (!statSync(folder).isDirectory())
    throw new ValidationError(
      `${folder} is a file; name the folder that has the ${MANIFEST_FILE} of the Prime`,
    );
  throw new ValidationError(`there is no ${MANIFEST_FILE} in ${folder}; 'prime init' writes one`);
}
