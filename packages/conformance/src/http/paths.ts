// Paths below the base URL: those of the contract, exactly as in its sections 4.2 to 4.6, and those of the life
// of a version and of the log, which are not part of it.

/** A version of a Prime. */
interface VersionKey {
  readonly name: string;
  readonly version: string;
}

/** The version list: the whole name is percent-encoded (contract section 4.2). */
export function listPath(name: string): string {
  return `/pack/${encodeURIComponent(name)}`;
}

/**
 * The manifest of one version, also the target of a yank: the name is plain (contract sections 4.3 and 4.6).
 */
export function manifestPath({ name, version }: VersionKey): string {
  return `/pack/${name}/${version}`;
}

/** The tarball of one version (contract sections 2 and 4.4). */
export function tarballPath(release: VersionKey): string {
  return `${manifestPath(release)}/tarball`;
}

/** A search (contract section 4.5). */
export function searchPath(text: string): string {
  return `/search?q=${encodeURIComponent(text)}`;
}

/** The version list with everything that is withdrawn. */
export function fullListPath(name: string): string {
  return `${listPath(name)}?yanked=include`;
}

export function statePath(name: string): string {
  return `/-/primes/${name}/lifecycle`;
}

/** The yank of a version, to be taken back. */
export function versionYankPath({ name, version }: VersionKey): string {
  return `/-/primes/${name}/${version}/yank`;
}

/** The deprecation of a Prime; with a range, the one to take back. */
export function deprecationPath(name: string, range?: string): string {
  const query = range === undefined ? '' : `?range=${encodeURIComponent(range)}`;
  return `/-/primes/${name}/deprecation${query}`;
}

export function channelPath(name: string, channel: string): string {
  return `/-/primes/${name}/channels/${encodeURIComponent(channel)}`;
}

export function movePath(name: string): string {
  return `/-/primes/${name}/move`;
}

export function removalPath({ name, version }: VersionKey): string {
  return `/-/primes/${name}/${version}/removal`;
}

export const LOG_PATH = '/-/log';

/** The newest head of the log. */
export const CHECKPOINT_PATH = `${LOG_PATH}/checkpoint`;

/** A tile of the log, or a bundle of entries. */
export function tilePath(tile: string): string {
  return `${LOG_PATH}/tile/${tile}`;
}

/** The proof that one size of the log extends another. */
export function consistencyPath(from: number | string, to: number | string): string {
  return `${LOG_PATH}/consistency?from=${from}&to=${to}`;
}

/** The proof that a version is in the log, or was when it had this size. */
export function proofPath({ name, version }: VersionKey, size?: number): string {
  const query = size === undefined ? '' : `?size=${size}`;
  return `/-/primes/${name}/${version}/proof${query}`;
}
