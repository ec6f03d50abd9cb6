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
  return placesAt({ primes, folder }, `${scope}${sep}${shortName}`);
}

/** The same for something else in `.primes`. */
export function placesAt({ primes, folder }: Staging, path: string): PrimePlaces {
  return {
    installed: `${primes}${sep}${path}`,
    staged: `${folder}${sep}new${sep}${path}`,
    replaced: `${folder}${sep}old${sep}${path}`,
  };
}

/** Folders above Primes that were found to be real folders: nothing else that this change does could replace them. */
export type RealFolders = Set<string>;

/**
 * Whether a Prime is at a place.
 * @param real - what need not be looked at again, and gets what is found
 * @throws ValidationError if it, or a folder above it up to `.primes`, is a symbolic link
 */
export function hasPrime(
  files: FileOperations,
  { primes }: Pick<Staging, 'primes'>,
  place: string,
  real: RealFolders = new Set(),
): boolean {
  // Parts of the text: `path.join` would take longer than the calls of the system.
  for (let end = primes.length; end !== -1; end = place.indexOf(sep, end + 1)) {
    const folder = place.slice(0, end);
    if (real.has(folder)) continue;
    if (!hasOwnFolder(folder, files)) return false;
    real.add(folder);
  }
  return hasOwnFolder(place, files);
}

/** Moves a Prime to a free place. @throws ValidationError if either path has a symbolic link */
export async function movePrime(
  files: FileOperations,
  staging: Staging,
  { from, to, real = new Set() }: { readonly from: string; readonly to: string; readonly real?: RealFolders },
): Promise<void> {
  for (const place of [from, to]) hasPrime(files, staging, place, real);
  const folder = dirname(to);
  if (!real.has(folder)) files.mkdirSync(folder, { recursive: true });
  await move(files, from, to);
}
