// The types of the tables for queries. Comments on tables and columns are in migrations/, which create them.
import type { Generated, Kysely, Transaction as TransactionOf } from 'kysely';
import type { EventSchema } from './event-schema.ts';
import type { ExchangeSchema } from './exchange-schema.ts';
import type { LogSchema } from './log-schema.ts';
import type { SignatureSchema } from './signature-schema.ts';
import type { TrustSchema } from './trust-schema.ts';

/** The tables, outside of a transaction or in one. */
export type Database = Kysely<Schema>;
export type Transaction = TransactionOf<Schema>;

export interface Schema extends LogSchema, EventSchema, TrustSchema, ExchangeSchema, SignatureSchema {
  primes: PrimesTable;
  versions: VersionsTable;
  tokens: TokensTable;
  audit_log: AuditLogTable;
  scope_usage: ScopeUsageTable;
  downloads: DownloadsTable;
  download_totals: DownloadTotalsTable;
  atom_texts: AtomTextsTable;
  atom_contents: AtomContentsTable;
  inventories: InventoriesTable;
  latest_atoms: LatestAtomsTable;
  latest_contents: LatestContentsTable;
  latest_edges: LatestEdgesTable;
  latest_requires: LatestRequiresTable;
  mirrored_lists: MirroredListsTable;
  mirrored_versions: MirroredVersionsTable;
  mirror_usage: MirrorUsageTable;
  known_upstreams: KnownUpstreamsTable;
  lost_versions: LostVersionsTable;
  index_states: IndexState;
  channels: ChannelsTable;
  deprecations: DeprecationsTable;
  moved_primes: MovedPrimesTable;
  removed_versions: RemovedVersionsTable;
  unfinished_removals: UnfinishedRemovalsTable;
  migration_programs: MigrationProgramsTable;
}

interface PrimesTable {
  id: Generated<number>;
  name: string;
  created_at_ms: number;
}

interface VersionsTable {
  id: Generated<number>;
  prime_id: number;
  version: string;
  identity: string;
  precedence: string;
  is_prerelease: number;
  published_at_ms: number;
  published_by: string;
  sha256: string;
  size_bytes: number;
  description: string;
  license: string;
  prime_version: string;
  atoms: number;
  namespaces: string;
  tags: string;
  source_manifest: Uint8Array;
  readme: string | null;
  yanked_at_ms: number | null;
  yanked_by: string | null;
  yank_reason: string | null;
  scope: string;
  origin: string | null;
  promoted_from: string | null;
  first_published_at_ms: number | null;
  requires: string | null;
  provenance: string | null;
  signed_by: string | null;
}

interface TokensTable {
  id: string;
  name: string;
  secret_sha256: Uint8Array;
  permissions: string;
  scopes: string;
  created_at_ms: number;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
  last_used_at_ms: number | null;
}

interface ScopeUsageTable {
  scope: string;
  versions: number;
  size_bytes: number;
}

interface DownloadsTable {
  prime_id: number;
  day: number;
  version_id: number;
  downloads: number;
}

interface DownloadTotalsTable {
  prime_id: number;
  downloads: number;
}

interface AuditLogTable {
  id: Generated<number>;
  at_ms: number;
  action: string;
  actor_id: string;
  actor_name: string;
  address: string | null;
  request_id: string | null;
  prime_name: string | null;
  version: string | null;
  token_id: string | null;
  details: string | null;
}

interface AtomTextsTable {
  id: Generated<number>;
  key: string;
  texts: Uint8Array;
}

interface AtomContentsTable {
  id: Generated<number>;
  key: string;
  atom: string;
  kind: string;
  name: string;
  description: string;
  facts: string;
  edges: string;
  fields: string;
  texts_id: number;
  content_key: string | null;
}

interface InventoriesTable {
  version_id: number;
  format: number;
  atom_count: number;
  kinds: string;
  problems: string;
  problem_count: number;
  contents: Uint8Array;
  assessment: string | null;
}

interface LatestAtomsTable {
  atom: string;
  is_foreign: number;
  prime_id: number;
  content_id: number;
  content_key: string | null;
}

interface LatestEdgesTable {
  target: string;
  prime_id: number;
  content_id: number;
  verbs: string;
}

interface LatestContentsTable {
  prime_id: number;
  version_id: number;
  contents: Uint8Array;
}

interface LatestRequiresTable {
  required: string;
  name: string;
  range: string;
  prime_id: number;
}

interface MirroredListsTable {
  name: string;
  origin: string;
  etag: string | null;
  body: string;
  checked_at_ms: number;
  lifecycle: string | null;
  form: number | null;
}

interface MirroredVersionsTable {
  version_id: number;
  pulled_at_ms: number;
  last_read_day: number;
}

interface MirrorUsageTable {
  origin: string;
  scope: string;
  versions: number;
  size_bytes: number;
}

interface KnownUpstreamsTable {
  url: string;
  since_ms: number;
}

interface LostVersionsTable {
  name: string;
  identity: string;
  sha256: string;
  entry_index: Generated<number | null>;
  yanked_at_ms: Generated<number | null>;
  yanked_by: Generated<string | null>;
  yank_reason: Generated<string | null>;
}

/** The state of an index; see upgrade/index-states.ts. */
export interface IndexState {
  name: string;
  form: number;
  rebuilding_form: number | null;
  rebuilt_to: number | null;
}

interface MigrationProgramsTable {
  migration: string;
  program: string;
}

interface ChannelsTable {
  name: string;
  channel: string;
  identity: string;
  version: string;
  set_at_ms: number;
}

interface DeprecationsTable {
  name: string;
  range: string;
  message: string;
  successor_name: string | null;
  successor_range: string | null;
  successor_registry: string | null;
  set_at_ms: number;
}

interface MovedPrimesTable {
  name: string;
  moved_to: string;
  moved_at_ms: number;
}

interface RemovedVersionsTable {
  name: string;
  identity: string;
  version: string;
  precedence: string;
  sha256: string;
  category: string;
  reason: string | null;
  removed_at_ms: number;
  origin: string | null;
}

interface UnfinishedRemovalsTable {
  name: string;
  identity: string;
  part: 'tarball' | 'words';
  sha256: string;
}
