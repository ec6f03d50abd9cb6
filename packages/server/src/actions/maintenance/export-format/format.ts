// The contents of the files of an export, a tar stream, as docs/operations/moving.md documents it.
import type { Permission, Provenance, RemovalCategory } from '@prime-registry/protocol';

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
  /** Which identity published it; absent if none did. Programs that do not know it ignore it. */
  readonly provenance?: Provenance;
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
