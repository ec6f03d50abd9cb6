// Assembles the store from its parts, over the connections of one engine.
import { sql } from 'kysely';
import { createAtomStore } from './atoms/create-atom-store.ts';
import { createAuditStore } from './audit-log.ts';
import { createBrowseStore } from './browsing.ts';
import { createCatalogueStore } from './catalogue.ts';
import type { RegistryStore } from './contracts/registry-store.ts';
import { createDownloadStore } from './downloads.ts';
import type { SqlEngine, SqlStoreDeps } from './engine.ts';
import { createExchangeStore } from './exchanges.ts';
import { createLeaseStore } from './leases.ts';
import { createLifecycleStore } from './lifecycle/create-lifecycle-store.ts';
import { createTombstoneStore } from './lifecycle/tombstones.ts';
import { createUnfinishedRemovalStore } from './lifecycle/unfinished-removals.ts';
import { createLogStore } from './log/create-log-store.ts';
import { createLogRecovery } from './log/recovery/recover-entries.ts';
import { createBindingStore } from './mirrored/bindings.ts';
import { createEvictionStore } from './mirrored/evictions.ts';
import { createFeedCursorStore } from './mirrored/feed-cursors.ts';
import { createMirrorStore } from './mirrored/mirrored-lists.ts';
import { createOriginProofStore } from './mirrored/origin-proofs.ts';
import { createSeenVersionStore } from './mirrored/seen-versions.ts';
import { createReadHolds } from './read-leases/after-read-leases.ts';
import { createReadLeaseStore } from './read-leases/create-read-lease-store.ts';
import { createSignatureStore } from './signatures/create-signature-store.ts';
import { createTokenStore } from './tokens.ts';
import { createTrustRuleStore } from './trust-rules.ts';
import { createSearchGate } from './upgrade/index-states.ts';
import { createIndexStore } from './upgrade/rebuild-search.ts';
import { createBlobReferences } from './versions/blob-references.ts';
import { createLostVersionStore } from './versions/lost-versions.ts';
import { createVersionStore } from './versions/versions.ts';
import { createWholeVersionStore } from './versions/whole-versions.ts';
import { createWebhookStore } from './webhooks.ts';
import { createWitnessStore } from './witnesses/create-witness-store.ts';

export function createSqlStore(engine: SqlEngine): RegistryStore {
  const { reader, searchIndex, close } = engine;
  const holds = createReadHolds(engine);
  const deps: SqlStoreDeps = { ...engine, transactAfterLeases: holds.transact };
  const whenWhole = createSearchGate(reader);
  return {
    ...createVersionStore(deps),
    ...createWholeVersionStore(deps),
    ...createAtomStore(deps),
    ...createTokenStore(deps),
    ...createExchangeStore(deps),
    ...createAuditStore(deps),
    ...createBlobReferences(deps),
    ...createCatalogueStore(deps),
    ...createDownloadStore(deps),
    ...createMirrorStore(deps),
    ...createEvictionStore(deps),
    ...createBindingStore(deps),
    ...createLostVersionStore(deps),
    ...createLifecycleStore(deps),
    ...createTombstoneStore(deps),
    ...createUnfinishedRemovalStore(deps),
    ...createLogStore(deps),
    ...createLogRecovery(deps),
    ...createLeaseStore(deps),
    ...createReadLeaseStore(deps),
    ...createSeenVersionStore(deps),
    ...createFeedCursorStore(deps),
    ...createOriginProofStore(deps),
    ...createSignatureStore(deps),
    ...createWebhookStore(deps),
    ...createTrustRuleStore(deps),
    ...createWitnessStore(deps),
    ...createIndexStore(deps),
    ...createBrowseStore(deps, whenWhole),
    search: (query) => whenWhole(() => searchIndex.search(reader, query)),
    searchRich: (query) => whenWhole(() => searchIndex.searchRich(reader, query)),
    searchAtoms: (search) => whenWhole(() => searchIndex.searchAtoms(reader, search)),
    relaxSearch: (query) => whenWhole(() => searchIndex.relaxSearch(reader, query)),
    suggest: (text) => whenWhole(() => searchIndex.suggest(reader, text)),
    async ping() {
      await sql`select 1 from primes limit 1`.execute(reader);
    },
    findDefects: deps.findDefects,
    changeStamp: deps.changeStamp,
    async close() {
      await holds.end();
      await close();
    },
  };
}
