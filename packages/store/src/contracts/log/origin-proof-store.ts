// Interface to what a mirror knows of the transparency logs of other registries: the keys that it trusts, the newest heads,
// and the proofs of the versions that came from there. `insertVersion` stores a proof with its version.
import type { Version } from '@prime-registry/protocol';
import type { AuditEntry } from '../audit-store.ts';

/** The log of another registry, as this one has seen it. */
export interface UpstreamLog {
  /** Base URL of the registry. */
  readonly url: string;
  /** The verifier keys (C2SP signed-note) that are trusted; at least one. */
  readonly vkeys: readonly string[];
  /** The newest signed head that was seen. */
  readonly note: string;
}

/** A verified proof that a version is in the log of the registry that it came from. */
export interface OriginProof {
  /** Base URL of the registry whose log it is: an upstream, or one behind it. */
  readonly url: string;
  /** The verifier key that has signed the head. */
  readonly vkey: string;
  /** The proof (C2SP tlog-proof), with the entry. */
  readonly text: string;
}

/** Logs of other registries, and proofs. */
export interface OriginProofStore {
  findUpstreamLog(url: string): Promise<UpstreamLog | undefined>;
  /**
   * Remembers a log, or another head of it.
   * @param before - the note and the keys that are stored; undefined if the log is new
   * @returns false, with nothing changed, if another process was faster
   */
  saveUpstreamLog(
    log: UpstreamLog,
    before: Pick<UpstreamLog, 'note' | 'vkeys'> | undefined,
    atMs: number,
  ): Promise<boolean>;
  /** Forgets a log, so that the next key is trusted. @returns whether it was known; only then the act is recorded */
  forgetUpstreamLog(url: string, entry: AuditEntry): Promise<boolean>;
  findOriginProof(name: string, version: Version): Promise<OriginProof | undefined>;
  /** Stores the proof of a version that came without one. Does nothing if it is not here, or has one. */
  saveOriginProof(name: string, version: Version, proof: OriginProof): Promise<void>;
}
