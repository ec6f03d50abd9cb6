// The migrations of SQLite. Never change a released one: add a new migration at the end.
import { registry } from './0001-registry.ts';
import { search } from './0002-search.sqlite.ts';
import { searchTerms } from './0003-search-terms.sqlite.ts';
import { audit } from './0004-audit.ts';
import { auditAppendOnly } from './0004-audit-append-only.sqlite.ts';
import { usage } from './0005-usage.ts';
import { webReads } from './0008-web-reads.ts';
import { atoms } from './0009-atoms.ts';
import { searchInside } from './0010-search-inside.sqlite.ts';
import { mirror } from './0011-mirror.ts';
import { eviction } from './0012-eviction.ts';
import { ownMerges } from './0013-own-merges.sqlite.ts';
import { indexStates } from './0014-index-states.ts';
import { freeInventories } from './0015-free-inventories.sqlite.ts';
import { knownUpstreams } from './0016-known-upstreams.ts';
import { storedBytes } from './0017-stored-bytes.ts';
import { mirroredBytes } from './0018-mirrored-bytes.ts';
import { lostVersions } from './0019-lost-versions.ts';
import { lifecycle } from './0020-lifecycle.ts';
import { unfinishedRemovals } from './0021-unfinished-removals.ts';
import { freePages } from './0022-free-pages.sqlite.ts';
import { requires } from './0023-requires.ts';
import { latestEdgesOfSqlite } from './0024-latest-edges.ts';
import { contentKeys } from './0025-content-keys.ts';
import { logOfSqlite } from './0026-log.ts';
import { leases } from './0027-leases.ts';
import { seenVersions } from './0028-seen-versions.ts';
import { feedCursors } from './0029-feed-cursors.ts';
import { webhooks } from './0030-webhooks.ts';
import { witnesses } from './0031-witnesses.ts';
import { recoveredVersions } from './0032-recovered-versions.ts';
import { originProofs } from './0033-origin-proofs.ts';
import { trustRules } from './0034-trust-rules.ts';
import { exchangedTokens } from './0035-exchanged-tokens.ts';
import { signatures } from './0036-signatures.ts';
import { versionProvenance } from './0037-version-provenance.ts';
import { browsing } from './0038-browsing.ts';
import { longBeginnings } from './0039-long-beginnings.sqlite.ts';
import { SQLITE_TYPES } from './column-types.ts';
import type { NamedMigration } from './named-migration.ts';

export const SQLITE_MIGRATIONS: readonly NamedMigration[] = [
  { name: '0001-registry', since: '0.1.0', migration: registry(SQLITE_TYPES) },
  { name: '0002-search', since: '0.1.0', migration: search },
  { name: '0003-search-terms', since: '0.1.0', makesSearchStale: true, migration: searchTerms },
  { name: '0004-audit', since: '0.1.0', migration: audit(SQLITE_TYPES) },
  { name: '0004-audit-append-only', since: '0.1.0', migration: auditAppendOnly },
  { name: '0005-usage', since: '0.1.0', migration: usage(SQLITE_TYPES) },
  { name: '0008-web-reads', since: '0.1.0', migration: webReads(SQLITE_TYPES) },
  { name: '0009-atoms', since: '0.1.0', migration: atoms(SQLITE_TYPES) },
  { name: '0010-search-inside', since: '0.1.0', makesSearchStale: true, migration: searchInside },
  { name: '0011-mirror', since: '0.1.0', migration: mirror(SQLITE_TYPES) },
  { name: '0012-eviction', since: '0.1.0', migration: eviction(SQLITE_TYPES) },
  { name: '0013-own-merges', since: '0.1.0', migration: ownMerges },
  { name: '0014-index-states', since: '0.1.0', makesSearchStale: true, migration: indexStates(SQLITE_TYPES) },
  { name: '0015-free-inventories', since: '0.1.0', migration: freeInventories },
  { name: '0016-known-upstreams', since: '0.1.0', migration: knownUpstreams(SQLITE_TYPES) },
  { name: '0017-stored-bytes', since: '0.1.0', migration: storedBytes },
  { name: '0018-mirrored-bytes', since: '0.1.0', migration: mirroredBytes },
  { name: '0019-lost-versions', since: '0.1.0', migration: lostVersions(SQLITE_TYPES) },
  { name: '0020-lifecycle', since: '0.1.0', migration: lifecycle(SQLITE_TYPES) },
  { name: '0021-unfinished-removals', since: '0.1.0', migration: unfinishedRemovals(SQLITE_TYPES) },
  { name: '0022-free-pages', since: '0.1.0', migration: freePages },
  { name: '0023-requires', since: '0.1.0', migration: requires(SQLITE_TYPES) },
  { name: '0024-latest-edges', since: '0.1.0', migration: latestEdgesOfSqlite(SQLITE_TYPES) },
  { name: '0025-content-keys', since: '0.1.0', migration: contentKeys(SQLITE_TYPES) },
  { name: '0026-log', since: '0.1.0', migration: logOfSqlite(SQLITE_TYPES) },
  { name: '0027-leases', since: '0.1.0', migration: leases(SQLITE_TYPES) },
  { name: '0028-seen-versions', since: '0.1.0', migration: seenVersions(SQLITE_TYPES) },
  { name: '0029-feed-cursors', since: '0.1.0', migration: feedCursors(SQLITE_TYPES) },
  { name: '0030-webhooks', since: '0.1.0', migration: webhooks(SQLITE_TYPES) },
  { name: '0031-witnesses', since: '0.1.0', migration: witnesses(SQLITE_TYPES) },
  { name: '0032-recovered-versions', since: '0.1.0', migration: recoveredVersions(SQLITE_TYPES) },
  { name: '0033-origin-proofs', since: '0.1.0', migration: originProofs(SQLITE_TYPES) },
  { name: '0034-trust-rules', since: '0.2.0', migration: trustRules(SQLITE_TYPES) },
  { name: '0035-exchanged-tokens', since: '0.2.0', migration: exchangedTokens(SQLITE_TYPES) },
  { name: '0036-signatures', since: '0.2.0', migration: signatures(SQLITE_TYPES) },
  { name: '0037-version-provenance', since: '0.2.0', migration: versionProvenance },
  { name: '0038-browsing', since: '0.2.0', makesSearchStale: true, migration: browsing(SQLITE_TYPES) },
  { name: '0039-long-beginnings', since: '0.2.0', makesSearchStale: true, migration: longBeginnings },
];
