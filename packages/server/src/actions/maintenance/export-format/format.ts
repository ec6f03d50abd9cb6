// The files of an export, a tar stream, as docs/operations/moving.md documents it: their paths, and the counts at its
// end.
export const REMOVED_FOLDER = 'removed/';
export const LIFECYCLE_FOLDER = 'lifecycle/';
export const SCOPE_FOLDER = 'scopes/';

export function removedPath(name: string, version: string): string {
  return `${REMOVED_FOLDER}${name}/${version}.json`;
}

export function lifecyclePath(name: string): string {
  return `${LIFECYCLE_FOLDER}${name}.json`;
}

export function scopePath(scope: string): string {
  return `${SCOPE_FOLDER}${scope}.json`;
}

export const HEAD_PATH = 'registry.json';
export const END_PATH = 'end.json';

/** The files of a version, in their order; the README is optional. */
export const VERSION_FILES = {
  facts: 'version.json',
  manifest: 'pack.yaml',
  readme: 'README',
  tarball: 'tarball.tar.gz',
} as const;

export type VersionFileName = (typeof VERSION_FILES)[keyof typeof VERSION_FILES];

export function versionFilePath(name: string, version: string, file: VersionFileName): string {
  return `primes/${name}/${version}/${file}`;
}

export function tokenPath(id: string): string {
  return `tokens/${id}.json`;
}

/** The last file; an export without it is incomplete. */
export interface ExportEnd {
  readonly versions: number;
  readonly tokens: number;
  /** Number of `removed/…`; absent in format 1. */
  readonly removed?: number;
  /** Number of `lifecycle/…`; absent in format 1. */
  readonly lifecycles?: number;
  /** Number of `scopes/…`; absent before format 3. */
  readonly scopes?: number;
}
