// Interface to the digests that versions of upstreams had when they came. They outlive the versions, so that after an
// eviction no other bytes are taken for them. `insertVersion` notes and checks them.
import type { AuditEntry } from '../audit-store.ts';
import type { VersionDigest } from './lost-version-store.ts';

/** A version that an upstream supplied. */
export interface SeenVersion extends VersionDigest {
  /** Base URL of the upstream. */
  readonly origin: string;
}

/** Digests of versions of upstreams. */
export interface SeenVersionStore {
  /** What an upstream supplied as this version, whether it is here or not. @param identity - without build metadata */
  findSeenVersion(name: string, identity: string): Promise<SeenVersion | undefined>;
  /**
   * Forgets digests of versions that are not here.
   * @param identity - the only version; undefined for all of the Prime
   * @param toEntry - makes the audit entry of each
   * @returns what was forgotten, by version
   */
  forgetSeenVersions(
    name: string,
    identity: string | undefined,
    toEntry: (version: SeenVersion) => AuditEntry,
  ): Promise<SeenVersion[]>;
}
