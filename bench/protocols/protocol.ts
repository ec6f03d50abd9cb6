// What registries have in common, however they are spoken to: releases that are published and read.
import type { Send } from '../load/http-client.ts';

/** Which release. */
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

/** What can be read of a release; `missing` is the manifest of one that is not there. */
export type ReadKind = 'manifest' | 'list' | 'tarball' | 'missing';

/** A read. */
export interface ReadRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One kind of registry. */
export interface Protocol {
  /** The file by which a package says what it is, the first in its tarball. */
  describe(identity: ReleaseIdentity): { readonly path: string; readonly text: string };
  /** Publishes a release. @throws Error unless it is published. */
  publish(send: Send, release: Release): Promise<void>;
  read(kind: ReadKind, release: Release): ReadRequest;
  /** The search for these words, separated by spaces; left out by what has no search. */
  search?(words: string): ReadRequest;
}

/** The scope of all that is published. */
export const SCOPE = 'bench';
