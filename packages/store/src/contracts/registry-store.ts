// The interface of the metadata store; the rest of the registry knows only the interfaces in this folder.
// Every method fails with the RegistryError `storage_unavailable` if the database cannot answer.
import type { AtomStore } from './atom-store.ts';
import type { AuditStore } from './audit-store.ts';
import type { CatalogueStore } from './catalogue-store.ts';
import type { DownloadStore } from './download-store.ts';
import type { ExchangeStore } from './exchange-store.ts';
import type { LeaseStore } from './lease-store.ts';
import type { LifecycleStore } from './lifecycle-store.ts';
import type { LogRecoveryStore } from './log/log-recovery-store.ts';
import type { LogStore } from './log/log-store.ts';
import type { LostVersionStore } from './log/lost-version-store.ts';
import type { OriginProofStore } from './log/origin-proof-store.ts';
import type { SeenVersionStore } from './log/seen-version-store.ts';
import type { WitnessStore } from './log/witness-store.ts';
import type { BlobReferences, WholeVersionStore } from './maintenance-store.ts';
import type { BindingStore } from './mirror/binding-store.ts';
import type { EvictionStore } from './mirror/eviction-store.ts';
import type { FeedCursorStore } from './mirror/feed-cursor-store.ts';
import type { MirrorStore } from './mirror/mirror-store.ts';
import type { ReadLeaseStore } from './read-lease-store.ts';
import type { BrowseStore } from './search/browse-store.ts';
import type { IndexStore } from './search/index-store.ts';
import type { RichSearchStore } from './search/rich-search-store.ts';
import type { SearchStore } from './search/search-store.ts';
import type { SignatureStore } from './signature-store.ts';
import type { TokenStore } from './token-store.ts';
import type { TombstoneStore } from './tombstone-store.ts';
import type { TrustRuleStore } from './trust-rule-store.ts';
import type { UnfinishedRemovalStore } from './unfinished-removal-store.ts';
import type { VersionStore } from './version-store.ts';
import type { WebhookStore } from './webhook-store.ts';

/** The whole store. */
export interface RegistryStore
  extends VersionStore,
    WholeVersionStore,
    AtomStore,
    SearchStore,
    RichSearchStore,
    TokenStore,
    ExchangeStore,
    AuditStore,
    CatalogueStore,
    BrowseStore,
    DownloadStore,
    MirrorStore,
    EvictionStore,
    BindingStore,
    LostVersionStore,
    LifecycleStore,
    TombstoneStore,
    UnfinishedRemovalStore,
    LogStore,
    LogRecoveryStore,
    LeaseStore,
    ReadLeaseStore,
    SeenVersionStore,
    FeedCursorStore,
    OriginProofStore,
    SignatureStore,
    WebhookStore,
    TrustRuleStore,
    WitnessStore,
    IndexStore,
    BlobReferences {
  /** Succeeds if the store can be read. */
  ping(): Promise<void>;
  /** Reads the whole database. @returns one line for each defect; empty for a sound database */
  findDefects(): Promise<string[]>;
  /**
   * A number that changes with every commit of any process; its value has no other meaning. Hot reads use it:
   * an engine that reads it within microseconds returns it synchronously, others return a promise.
   */
  changeStamp(): number | Promise<number>;
  /** Idempotent. */
  close(): Promise<void>;
}
