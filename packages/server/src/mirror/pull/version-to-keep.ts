// A version of an upstream that is to be kept here.
import type { PrimeName } from '@prime-registry/protocol';
import type { OriginProof, VersionRecord } from '@prime-registry/store';
import type { Upstream } from '../upstreams/upstream.ts';

/** A version of an upstream, as its manifest describes it. */
export interface VersionToKeep {
  readonly name: PrimeName;
  /** Its version is kept as it is spelled there: a reader may have asked for it with any build metadata. */
  readonly record: VersionRecord;
  /** The upstream that it comes from. */
  readonly upstream: Pick<Upstream, 'url' | 'fetchSourceManifest' | 'fetchSignatures'>;
  /** The proof that it is in a log there; undefined if there is none. */
  readonly originProof: OriginProof | undefined;
}
