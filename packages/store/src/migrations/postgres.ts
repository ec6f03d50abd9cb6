// The migrations of PostgreSQL. Never change a released one: add a new migration at the end.
import { registry } from './0001-registry.ts';
import { audit } from './0004-audit.ts';
import { usage } from './0005-usage.ts';
import { auditAppendOnly } from './0006-audit-append-only.postgres.ts';
import { commitCounts } from './0007-commit-counts.postgres.ts';
import { search } from './0008-search.postgres.ts';
import { webReads } from './0008-web-reads.ts';
import { atoms } from './0009-atoms.ts';
import { searchInside } from './0010-search-inside.postgres.ts';
import { mirror } from './0011-mirror.ts';
import { eviction } from './0012-eviction.ts';
import { indexStates } from './0014-index-states.ts';
import { freeInventories } from './0015-free-inventories.postgres.ts';
import { knownUpstreams } from './0016-known-upstreams.ts';
import { storedBytes } from './0017-stored-bytes.ts';
import { mirroredBytes } from './0018-mirrored-bytes.ts';
import { lostVersions } from './0019-lost-versions.ts';
import { lifecycle } from './0020-lifecycle.ts';
import { unfinishedRemovals } from './0021-unfinished-removals.ts';
import { requires } from './0023-requires.ts';
import { latestEdgesOfPostgres } from './0024-latest-edges.ts';
import { contentKeys } from './0025-content-keys.ts';
import { logOfPostgres } from './0026-log.ts';
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
import { narrowPassages } from './0040-narrow-passages.postgres.ts';
import { POSTGRES_TYPES } from './column-types.ts';
import type { NamedMigration } from './named-migration.ts';

export const POSTGRES_MIGRATIONS: readonly NamedMigration[] = [
  { name: '0001-registry', since: '0.1.0', migration: registry(POSTGRES_TYPES) },
  { name: '0004-audit', since: '0.1.0', migration: audit(POSTGRES_TYPES) },
  { name: '0005-usage', since: '0.1.0', migration: usage(POSTGRES_TYPES) },
  { name: '0006-audit-append-only', since: '0.1.0', migration: auditAppendOnly },
  { name: '0007-commit-counts', since: '0.1.0', migration: commitCounts },
  { name: '0008-search', since: '0.1.0', makesSearchStale: true, migration: search },
  { name: '0008-web-reads', since: '0.1.0', migration: webReads(POSTGRES_TYPES) },
  { name: '0009-atoms', since: '0.1.0', migration: atoms(POSTGRES_TYPES) },
  { name: '0010-search-inside', since: '0.1.0', makesSearchStale: true, migration: searchInside },
  { name: '0011-mirror', since: '0.1.0', migration: mirror(POSTGRES_TYPES) },
  { name: '0012-eviction', since: '0.1.0', migration: eviction(POSTGRES_TYPES) },
  {
    name: '0014-index-states',
    since: '0.1.0',
    makesSearchStale: true,
    migration: indexStates(POSTGRES_TYPES),
  },
  { name: '0015-free-inventories', since: '0.1.0', migration: freeInventories },
  { name: '0016-known-upstreams', since: '0.1.0', migration: knownUpstreams(POSTGRES_TYPES) },
  { name: '0017-stored-bytes', since: '0.1.0', migration: storedBytes },
  { name: '0018-mirrored-bytes', since: '0.1.0', migration: mirroredBytes },
  { name: '0019-lost-versions', since: '0.1.0', migration: lostVersions(POSTGRES_TYPES) },
  { name: '0020-lifecycle', since: '0.1.0', migration: lifecycle(POSTGRES_TYPES) },
  { name: '0021-unfinished-removals', since: '0.1.0', migration: unfinishedRemovals(POSTGRES_TYPES) },
  { name: '0023-requires', since: '0.1.0', migration: requires(POSTGRES_TYPES) },
  { name: '0024-latest-edges', since: '0.1.0', migration: latestEdgesOfPostgres(POSTGRES_TYPES) },
  { name: '0025-content-keys', since: '0.1.0', migration: contentKeys(POSTGRES_TYPES) },
  { name: '0026-log', since: '0.1.0', migration: logOfPostgres(POSTGRES_TYPES) },
  { name: '0027-leases', since: '0.1.0', migration: leases(POSTGRES_TYPES) },
  { name: '0028-seen-versions', since: '0.1.0', migration: seenVersions(POSTGRES_TYPES) },
  { name: '0029-feed-cursors', since: '0.1.0', migration: feedCursors(POSTGRES_TYPES) },
  { name: '0030-webhooks', since: '0.1.0', migration: webhooks(POSTGRES_TYPES) },
  { name: '0031-witnesses', since: '0.1.0', migration: witnesses(POSTGRES_TYPES) },
  { name: '0032-recovered-versions', since: '0.1.0', migration: recoveredVersions(POSTGRES_TYPES) },
  { name: '0033-origin-proofs', since: '0.1.0', migration: originProofs(POSTGRES_TYPES) },
  { name: '0034-trust-rules', since: '0.2.0', migration: trustRules(POSTGRES_TYPES) },
  { name: '0035-exchanged-tokens', since: '0.2.0', migration: exchangedTokens(POSTGRES_TYPES) },
  { name: '0036-signatures', since: '0.2.0', migration: signatures(POSTGRES_TYPES) },
  { name: '0037-version-provenance', since: '0.2.0', migration: versionProvenance },
  { name: '0038-browsing', since: '0.2.0', makesSearchStale: true, migration: browsing(POSTGRES_TYPES) },
  { name: '0040-narrow-passages', since: '0.2.0', migration: narrowPassages },
];
