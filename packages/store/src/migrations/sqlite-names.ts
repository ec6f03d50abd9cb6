// The names of the migrations of SQLite, for commands that only check whether all of them have run. A test compares
// them with the migrations.

/** In order. */
export const SQLITE_MIGRATION_NAMES: readonly string[] = [
  '0001-registry',
  '0002-search',
  '0003-search-terms',
  '0004-audit',
  '0004-audit-append-only',
  '0005-usage',
  '0008-web-reads',
  '0009-atoms',
  '0010-search-inside',
  '0011-mirror',
  '0012-eviction',
  '0013-own-merges',
  '0014-index-states',
  '0015-free-inventories',
  '0016-known-upstreams',
  '0017-stored-bytes',
  '0018-mirrored-bytes',
  '0019-lost-versions',
  '0020-lifecycle',
  '0021-unfinished-removals',
  '0022-free-pages',
  '0023-requires',
  '0024-latest-edges',
  '0025-content-keys',
];
