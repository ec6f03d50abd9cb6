// The staging folder of a change of `.primes`. It is next to the Primes, so that each moves with one rename.
import { dirname, sep } from 'node:path';
import { getValue, parsePrimeName } from '@prime-registry/protocol';
import { type FileOperations, move } from '../../files/file-operations.ts';
import { hasOwnFolder } from '../../files/own-folder.ts';

/** A staging folder. */
export interface Staging {
  /** `.primes`. */
  readonly primes: string;
  /** The staging folder in it. */
  readonly folder: string;
}

/** The paths of one Prime during a change. */
export interface PrimePlaces {
  /** The installed Prime. */
  readonly installed: string;
  /** The new one, until it is moved into place. */
  readonly staged: string;
  /** The old one, after it was moved away. */
  readonly replaced: string;
}

/** The paths of a Prime. @throws TypeError for an invalid name, because it becomes a path */
export function placesOf({ primes, folder }: Staging, name: string): PrimePlaces {
  const { scope, shortName } = getValue(parsePrimeName(name));
  const path = `${scope}${sep}${shortName}`;
  return {
    installed: `${primes}${sep}${path}`,
    staged: `${folder}${sep}new${sep}${path}`,
    replaced: `${folder}${sep}old${sep}${path}`,
  };
}

/**
 * Whether a Prime is at a place.
 * @throws ValidationError if it, or a folder above it up to `.primes`, is a symbolic link
 */
export function hasPrime(files: FileOperations, { primes }: Staging, place: string): boolean {
  // Parts of the text: `path.join` would take longer than the calls of the system.
  for (let end = primes.length; end !== -1; end = place.indexOf(sep, end + 1)) {
    if (!hasOwnFolder(place.slice(0, end), files)) return false;
  }
  return hasOwnFolder(place, files);
}

/** Moves a Prime to a free place. @throws ValidationError if either path has a symbolic link */
export async function movePrime(
  files: FileOperations,
  staging: Staging,
  from: string,
  to: string,
): Promise<void> {
  for (const place of [from, to]) hasPrime(files, staging, place);
  files.mkdirSync(dirname(to), { recursive: true });
  await move(files, from, to);
}
