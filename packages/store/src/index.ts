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
export * from './contracts/atom-store.ts';
export * from './contracts/audit-store.ts';
export type * from './contracts/catalogue-store.ts';
export type * from './contracts/download-store.ts';
export type * from './contracts/exchange-store.ts';
export type * from './contracts/inventory-summary.ts';
export type * from './contracts/lease-store.ts';
export type * from './contracts/lifecycle-store.ts';
export type * from './contracts/log/log-recovery-store.ts';
export type * from './contracts/log/log-store.ts';
export type * from './contracts/log/lost-version-store.ts';
export type * from './contracts/log/origin-proof-store.ts';
export type * from './contracts/log/seen-version-store.ts';
export type * from './contracts/log/witness-store.ts';
export type * from './contracts/maintenance-store.ts';
export type * from './contracts/mirror/binding-store.ts';
export type * from './contracts/mirror/eviction-store.ts';
export type * from './contracts/mirror/feed-cursor-store.ts';
export type * from './contracts/mirror/mirror-store.ts';
export type * from './contracts/new-inventory.ts';
export * from './contracts/read-lease-store.ts';
export type * from './contracts/registry-store.ts';
export type * from './contracts/search/browse-store.ts';
export type * from './contracts/search/index-store.ts';
export type * from './contracts/search/rich-search-store.ts';
export type * from './contracts/search/search-store.ts';
export type * from './contracts/signature-store.ts';
export type * from './contracts/token-store.ts';
export type * from './contracts/tombstone-store.ts';
export * from './contracts/trust-rule-store.ts';
export type * from './contracts/unfinished-removal-store.ts';
export type * from './contracts/version-store.ts';
export * from './contracts/webhook-store.ts';
export type { MigrationReport, OnMigration } from './upgrade/migrate.ts';
export type { MigrationPlan } from './upgrade/plan-migration.ts';
