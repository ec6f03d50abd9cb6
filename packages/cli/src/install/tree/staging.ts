// Where things are while `.primes` is being changed: in a folder beside the Primes, so that each moves by one rename.
import { dirname, join, relative, sep } from 'node:path';
import { parsePrimeName } from '@prime-registry/protocol';
import { type FileOperations, move } from '../../files/file-operations.ts';
import { hasOwnFolder } from '../../files/own-folder.ts';

/** A staging folder. */
export interface Staging {
  /** `.primes`. */
  readonly primes: string;
  /** The staging folder in it. */
  readonly folder: string;
}

/** Where one Prime is, before, during and after a change. */
export interface PrimePlaces {
  /** Where it is installed. */
  readonly installed: string;
  /** Where the new one is until it is moved into place. */
  readonly staged: string;
  /** Where the old one is from then on. */
  readonly replaced: string;
}

/** The places of a Prime. @throws TypeError for what is no name of a Prime, since it becomes a path */
export function placesOf({ primes, folder }: Staging, name: string): PrimePlaces {
  const parsed = parsePrimeName(name);
  if (!parsed.ok) throw new TypeError(parsed.message);
  const { scope, shortName } = parsed.value;
  return {
    installed: join(primes, scope, shortName),
    staged: join(folder, 'new', scope, shortName),
    replaced: join(folder, 'old', scope, shortName),
  };
}

/**
 * Whether a Prime is in its place.
 * @throws ValidationError when it, or a folder above it up to `.primes`, is a symbolic link
 */
export function hasPrime(files: FileOperations, { primes }: Staging, place: string): boolean {
  const names = relative(primes, place).split(sep);
  const folders = names.map((_, index) => join(primes, ...names.slice(0, index + 1)));
  return [primes, ...folders].every((path) => hasOwnFolder(path, files));
}

/** Moves a Prime to a place where there is none. @throws ValidationError when a symbolic link is on either way */
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
