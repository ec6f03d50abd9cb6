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
  primes: {
    id: Generated<number>;
    name: string;
    created_at_ms: number;
  };
  versions: {
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
  };
  tokens: {
    id: string;
    name: string;
    secret_sha256: Uint8Array;
    permissions: string;
    scopes: string;
    created_at_ms: number;
    expires_at_ms: number | null;
    revoked_at_ms: number | null;
    last_used_at_ms: number | null;
  };
  audit_log: {
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
  };
  scope_usage: {
    scope: string;
    versions: number;
    size_bytes: number;
  };
  downloads: {
    prime_id: number;
    day: number;
    version_id: number;
    downloads: number;
  };
  download_totals: {
    prime_id: number;
    downloads: number;
  };
  atom_texts: {
    id: Generated<number>;
    key: string;
    texts: Uint8Array;
  };
  atom_contents: {
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
  };
  inventories: {
    version_id: number;
    format: number;
    atom_count: number;
    kinds: string;
    problems: string;
    problem_count: number;
    contents: Uint8Array;
    assessment: string | null;
  };
  latest_atoms: {
    atom: string;
    is_foreign: number;
    prime_id: number;
    content_id: number;
    content_key: string | null;
  };
  latest_contents: {
    prime_id: number;
    version_id: number;
    contents: Uint8Array;
  };
  latest_edges: {
    target: string;
    prime_id: number;
    content_id: number;
    verbs: string;
  };
  latest_requires: {
    required: string;
    name: string;
    range: string;
    prime_id: number;
  };
  mirrored_lists: {
    name: string;
    origin: string;
    etag: string | null;
    body: string;
    checked_at_ms: number;
    lifecycle: string | null;
    form: number | null;
  };
  mirrored_versions: {
    version_id: number;
    pulled_at_ms: number;
    last_read_day: number;
  };
  mirror_usage: {
    origin: string;
    scope: string;
    versions: number;
    size_bytes: number;
  };
  known_upstreams: {
    url: string;
    since_ms: number;
  };
  lost_versions: {
    name: string;
    identity: string;
    sha256: string;
    entry_index: Generated<number | null>;
    yanked_at_ms: Generated<number | null>;
    yanked_by: Generated<string | null>;
    yank_reason: Generated<string | null>;
  };
  index_states: IndexState;
  channels: {
    name: string;
    channel: string;
    identity: string;
    version: string;
    set_at_ms: number;
  };
  deprecations: {
    name: string;
    range: string;
    message: string;
    successor_name: string | null;
    successor_range: string | null;
    successor_registry: string | null;
    set_at_ms: number;
  };
  moved_primes: {
    name: string;
    moved_to: string;
    moved_at_ms: number;
  };
  removed_versions: {
    name: string;
    identity: string;
    version: string;
    precedence: string;
    sha256: string;
    category: string;
    reason: string | null;
    removed_at_ms: number;
    origin: string | null;
  };
  unfinished_removals: {
    name: string;
    identity: string;
    part: 'tarball' | 'words';
    sha256: string;
  };
  migration_programs: {
    migration: string;
    program: string;
  };
}

/** The state of an index; see upgrade/index-states.ts. */
export interface IndexState {
  name: string;
  form: number;
  rebuilding_form: number | null;
  rebuilt_to: number | null;
}
