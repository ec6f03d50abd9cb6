// The common operations of all registries: publish and read releases.
import type { Send } from '../load/http-client.ts';

/** The identity of a release. */
export interface ReleaseIdentity {
  /** Without a scope, such as `list-50`. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** A release to publish. */
export interface Release extends ReleaseIdentity {
  readonly tarball: Buffer;
}

/** What can be read of a release. `missing` is the manifest of a release that does not exist. */
export type ReadKind = 'manifest' | 'list' | 'tarball' | 'missing';

/** A read. */
export interface ReadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The protocol of a registry. */
export interface Protocol {
  /** The manifest file of a package, the first file in its tarball. */
  describe(identity: ReleaseIdentity): { readonly path: string; readonly text: string };
  /** Publishes a release. @throws Error unless it succeeds */
  publish(send: Send, release: Release): Promise<void>;
  read(kind: ReadKind, release: Release): ReadRequest;
  /** A search for these words, separated by spaces. undefined if the registry has no search. */
  search?(words: string): ReadRequest;
}

/** The scope of all published packages. */
export const SCOPE = 'bench';
