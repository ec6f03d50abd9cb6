// Entry point: the interfaces of the metadata store and their records, and what encodes and decodes atoms in
// any thread. Each engine has its own entry point.
export { hasInsideEdges } from './atoms/edge-column.ts';
export {
  decodeComparedAtom,
  decodeComparedFacts,
  decodeGraphAtom,
  toLinkedAtom as decodeLinkedAtom,
} from './atoms/encode-atom.ts';
export { InventoryEncoder } from './atoms/inventory-encoder.ts';
export {
  type AtomCopy,
  type AtomDifferences,
  type AtomFacts,
  type AtomGlimpse,
  type AtomHolder,
  type AtomHome,
  type AtomPage,
  type AtomQuery,
  type AtomState,
  type AtomStore,
  type ComparedRow,
  type DifferenceBudget,
  type EdgeCursor,
  type EdgeIn,
  type EdgesIn,
  type FoundAtom,
  type GraphAtom,
  type GraphRow,
  INVENTORY_FORMAT,
  type LinkedAtom,
  type LinkedPrime,
  type ListedAtom,
  type PrimeLinks,
  type UnreadVersion,
  type UnreadVersions,
  type VersionPair,
} from './contracts/atom-store.ts';
export {
  type Act,
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditDetails,
  type AuditEntry,
  type AuditFilter,
  type AuditStore,
  type RecordedAuditEntry,
} from './contracts/audit-store.ts';
export type {
  CatalogueStore,
  PrimeCount,
  PrimeEntry,
  PublishedVersion,
  RegistryAmounts,
  RequiringPrime,
  ScopeAmount,
  Selection,
  VersionActor,
  VersionActors,
  VersionSummary,
} from './contracts/catalogue-store.ts';
export type {
  DailyDownloads,
  DownloadCount,
  DownloadStore,
  DownloadsOfDay,
} from './contracts/download-store.ts';
export type {
  ExchangedToken,
  ExchangeOutcome,
  ExchangeStore,
  FoundExchangedToken,
  IssuerKeySet,
  UsedAssertion,
} from './contracts/exchange-store.ts';
export type { InventorySummary, KindCount } from './contracts/inventory-summary.ts';
export type { LeaseRequest, LeaseStore } from './contracts/lease-store.ts';
export type {
  ChannelRecord,
  DeprecationRecord,
  LifecycleChange,
  LifecycleRecord,
  LifecycleStore,
  ListedTombstone,
  Removal,
  SuccessorRecord,
  TombstoneRecord,
} from './contracts/lifecycle-store.ts';
export type {
  LogRecoveryStore,
  MissingEntries,
  RecoveredEntries,
  UnfollowedEntry,
} from './contracts/log/log-recovery-store.ts';
export type {
  BackfillProgress,
  LoggedEntry,
  LoggedVersion,
  LogHead,
  LogName,
  LogStore,
} from './contracts/log/log-store.ts';
export type { LostVersionStore, PublishedDigest, VersionDigest } from './contracts/log/lost-version-store.ts';
export type { OriginProof, OriginProofStore, UpstreamLog } from './contracts/log/origin-proof-store.ts';
export type { SeenVersion, SeenVersionStore } from './contracts/log/seen-version-store.ts';
export type {
  CosignedHead,
  WitnessedLog,
  WitnessProgress,
  WitnessStore,
} from './contracts/log/witness-store.ts';
export type {
  BlobReferences,
  CountedBlob,
  ReferencedBlob,
  TokenWithDigest,
  VersionLabel,
  WholeVersion,
  WholeVersionStore,
} from './contracts/maintenance-store.ts';
export type { BindingStore, PrimeBinding, Rebinding } from './contracts/mirror/binding-store.ts';
export type {
  EvictableVersion,
  EvictionStore,
  MirrorSummary,
  MirrorUsage,
  ReadPlace,
} from './contracts/mirror/eviction-store.ts';
export type { FeedCursor, FeedCursorStore, FeedReader } from './contracts/mirror/feed-cursor-store.ts';
export type { MirroredList, MirrorStore, NameStanding } from './contracts/mirror/mirror-store.ts';
export type { AtomKeys, EncodedAtom, NewInventory, WantedAtom } from './contracts/new-inventory.ts';
export { LEASES_AFTER_MS, type ReadLeaseStore } from './contracts/read-lease-store.ts';
export type { RegistryStore } from './contracts/registry-store.ts';
export type {
  BrowseFindings,
  BrowsePage,
  BrowseStore,
  ListedScope,
  ScopePage,
} from './contracts/search/browse-store.ts';
export type { IndexStore, RebuildStep } from './contracts/search/index-store.ts';
export type {
  AtomFindings,
  AtomHit,
  AtomSearch,
  FacetValue,
  FoundAtomHit,
  Highlight,
  ListedPrime,
  RelaxedSearch,
  RichFindings,
  RichHit,
  RichSearchQuery,
  RichSearchStore,
  SuggestedAtom,
  Suggestions,
  TextSegment,
} from './contracts/search/rich-search-store.ts';
export type { Correction, SearchFindings, SearchHit, SearchStore } from './contracts/search/search-store.ts';
export type {
  NewSignature,
  ScopeSigning,
  SignaturePlace,
  SignatureRecord,
  SignatureStore,
  SignedBytes,
  Signer,
  SignerRecord,
} from './contracts/signature-store.ts';
export type { TokenRecord, TokenStore } from './contracts/token-store.ts';
export type { InsertedTombstone, TombstonePlace, TombstoneStore } from './contracts/tombstone-store.ts';
export {
  MAX_TRUST_RULES,
  type NewTrustRule,
  type StoredTrustRule,
  type TrustIssuer,
  type TrustRuleStore,
} from './contracts/trust-rule-store.ts';
export type {
  RemovalPart,
  UnfinishedRemoval,
  UnfinishedRemovalStore,
} from './contracts/unfinished-removal-store.ts';
export type {
  InsertResult,
  ListedVersion,
  NewVersion,
  Promotion,
  ScopeUsage,
  TokenHolder,
  VersionFacts,
  VersionPlace,
  VersionRecord,
  VersionStore,
  Yank,
  YankMark,
} from './contracts/version-store.ts';
export {
  MAX_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookProgress,
  type WebhookState,
  type WebhookStore,
} from './contracts/webhook-store.ts';
export type { MigrationReport, OnMigration } from './upgrade/migrate.ts';
export type { MigrationPlan } from './upgrade/plan-migration.ts';
