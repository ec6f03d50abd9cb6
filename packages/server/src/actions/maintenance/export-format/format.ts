// The format of an export, a tar stream, as docs/operations/moving.md documents it.
import type { Permission, RemovalCategory } from '@prime-registry/protocol';

/** The first file. */
export interface ExportHead {
  readonly format: 'prime-registry-export';
  /**
   * 2 only if there are removed versions, channels, deprecations or new names, 3 only if scopes have keys or require
   * signatures: older programs refuse it.
   */
  readonly format_version: 1 | 2 | 3;
  /** ISO 8601 with milliseconds, like all times. */
  readonly exported_at: string;
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

/** `version.json`: what is known about a version besides its other files. */
export interface VersionFile {
  readonly name: string;
  readonly version: string;
  readonly published_at: string;
  readonly published_by: string;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly description: string;
  readonly license: string;
  readonly prime_version: string;
  readonly atoms: number;
  readonly namespaces: readonly string[];
  readonly tags: readonly string[];
  /**
   * Base URL of the upstream that a mirrored version came from; absent for a version that was published here.
   */
  readonly origin?: string;
  /** Where it was published first; absent unless it was promoted. Programs that do not know it ignore it. */
  readonly promoted_from?: { readonly registry: string; readonly published_at: string };
  /** Version ranges by name; absent if it requires no Primes. Programs that do not know it ignore it. */
  readonly requires?: Readonly<Record<string, string>>;
  /** Absent if it has none. Programs that do not know it ignore it. */
  readonly signatures?: readonly SignatureField[];
  readonly yanked: { readonly at: string; readonly by: string; readonly reason: string | null } | null;
}

/** A signature of a version. */
export interface SignatureField {
  /** SSHSIG, armored. */
  readonly signature: string;
  readonly signed_at: string;
  /** Whose key it was, by the list of the scope. */
  readonly principal: string | null;
}

/** `scopes/<scope>.json`: the keys that may sign for a scope. */
export interface ScopeFile {
  readonly scope: string;
  readonly require_signature: boolean;
  readonly signers: readonly { readonly key: string; readonly principal: string | null }[];
}

/** `tokens/<id>.json`: a token with the digest of its secret in hexadecimal digits. */
export interface TokenFile {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly secret_sha256: string;
}

/** `removed/<name>/<version>.json`: a removed version. */
export interface RemovedFile {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly category: RemovalCategory;
  readonly reason: string | null;
  readonly removed_at: string;
  /** Base URL of the upstream that removed it; absent if it was removed here. */
  readonly origin?: string;
}

/** `lifecycle/<name>.json`: what happened to a Prime after its publishes. */
export interface LifecycleFile {
  readonly name: string;
  readonly channels: readonly {
    readonly channel: string;
    readonly version: string;
    readonly set_at: string;
  }[];
  readonly deprecations: readonly {
    readonly range: string;
    readonly message: string;
    readonly successor: {
      readonly name: string;
      readonly range: string | null;
      readonly registry: string | null;
    } | null;
    readonly set_at: string;
  }[];
  readonly moved_to: string | null;
}

export const REMOVED_FOLDER = 'removed/';
export const LIFECYCLE_FOLDER = 'lifecycle/';
export const SCOPE_FOLDER = 'scopes/';

/** The path of a removed version. */
export function removedPath(name: string, version: string): string {
  return `${REMOVED_FOLDER}${name}/${version}.json`;
}

/** The path of what happened to a Prime. */
export function lifecyclePath(name: string): string {
  return `${LIFECYCLE_FOLDER}${name}.json`;
}

/** The path of the keys of a scope. */
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

/** The path of one file of a version. */
export function versionFilePath(name: string, version: string, file: VersionFileName): string {
  return `primes/${name}/${version}/${file}`;
}

/** The path of a token. */
export function tokenPath(id: string): string {
  return `tokens/${id}.json`;
}
