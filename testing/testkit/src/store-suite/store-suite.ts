// Contract tests of every RegistryStore, whatever the database.
import { describe } from 'node:test';
import { testAgainstModel } from './against-model.ts';
import { testAtomLinks } from './atoms/atom-links.ts';
import { testAtoms } from './atoms/atoms.ts';
import { testSearchInside } from './atoms/search-inside.ts';
import { testAudit } from './audit.ts';
import { testBindings } from './bindings.ts';
import { testBrowsing } from './browsing.ts';
import { testCatalogue } from './catalogue.ts';
import { testClosed } from './closed.ts';
import { testDownloads } from './downloads.ts';
import { testExchanges } from './exchanges.ts';
import { testChecks } from './inserts/checks.ts';
import { testInserts } from './inserts/inserts.ts';
import { testInsertsTogether } from './inserts/inserts-together.ts';
import { testRequires } from './inserts/requires.ts';
import { testLeases } from './leases.ts';
import { testEvictions } from './lifecycle/evictions.ts';
import { testLifecycle } from './lifecycle/lifecycle.ts';
import { testLostVersions } from './lifecycle/lost-versions.ts';
import { testRemovals } from './lifecycle/removals.ts';
import { testTombstones } from './lifecycle/tombstones.ts';
import { testUnfinishedRemovals } from './lifecycle/unfinished-removals.ts';
import { testYanks } from './lifecycle/yanks.ts';
import { testLogAppends } from './log/log-appends.ts';
import { testLogRecovery } from './log/log-recovery.ts';
import { testLogState } from './log/log-state.ts';
import { testMaintenance } from './maintenance.ts';
import { testOriginProofs } from './origin-proofs.ts';
import { testOwners } from './owners.ts';
import { testScopeUsage } from './scope-usage.ts';
import { testSearch } from './search/search.ts';
import { testSearchOfAtoms } from './search/search-atoms.ts';
import { testSearchLong } from './search/search-long.ts';
import { testSearchOfMany } from './search/search-many.ts';
import { testSearchMistyped } from './search/search-mistyped.ts';
import { testSeenVersions } from './seen-versions.ts';
import { testSignatures } from './signatures.ts';
import { testStandings } from './standings.ts';
import { testTokens } from './tokens.ts';
import { testTrustRules } from './trust-rules.ts';
import { testWebhooks } from './webhooks.ts';
import type { OpenStore } from './with-store.ts';
import { testWitnesses } from './witnesses.ts';

/** What depends on an engine. */
export interface StoreSuiteOptions {
  /**
   * Whether one search finds more Primes than its pages show, of which some 7,000 are inserted for that; default: true. An engine whose
   * inserts are slow tests its own counting of matches instead.
   */
  readonly fillsPages?: boolean;
  /** Opens a store whose connections end when it is closed; default: as every store is opened. */
  readonly openToClose?: OpenStore;
}

/** Declares the tests of a store. */
export function testRegistryStore(
  open: OpenStore,
  { fillsPages = true, openToClose = open }: StoreSuiteOptions = {},
): void {
  describe('inserting and reading versions', () => testInserts(open));
  describe('inserting several versions at once', () => testInsertsTogether(open));
  describe('checking whether a version could be inserted', () => testChecks(open));
  describe('usage of scopes', () => testScopeUsage(open));
  describe('owners of names', () => testOwners(open));
  describe('atoms', () => testAtoms(open));
  describe('links between Primes', () => testAtomLinks(open));
  describe('required Primes', () => testRequires(open));
  describe('yanking', () => testYanks(open));
  describe('the life of versions', () => testLifecycle(open));
  describe('removing versions', () => testRemovals(open));
  describe('finishing removals', () => testUnfinishedRemovals(open));
  describe('tombstones', () => testTombstones(open));
  describe('searching', () => testSearch(open));
  describe('searching READMEs and atoms', () => testSearchInside(open));
  describe('searching atoms', () => testSearchOfAtoms(open));
  describe('searching with typing errors', () => testSearchMistyped(open));
  describe('searching with many words', () => testSearchLong(open));
  describe('searching with many matches', () => testSearchOfMany(open, fillsPages));
  describe('lists for people', () => testCatalogue(open));
  describe('browsing', () => testBrowsing(open));
  describe('owners of many names', () => testStandings(open));
  describe('downloads', () => testDownloads(open));
  describe('mirrored versions', () => testEvictions(open));
  describe('upstreams of mirrored Primes', () => testBindings(open));
  describe('digests of versions of upstreams', () => testSeenVersions(open));
  describe('logs of upstreams', () => testOriginProofs(open));
  describe('signatures', () => testSignatures(open));
  describe('leases', () => testLeases(open));
  describe('exchanged tokens', () => testExchanges(open));
  describe('webhooks', () => testWebhooks(open));
  describe('trust rules', () => testTrustRules(open));
  describe('witnesses', () => testWitnesses(open));
  describe('tokens', () => testTokens(open));
  describe('closing', () => testClosed(openToClose));
  describe('the audit log', () => testAudit(open));
  describe('acts in the transparency log', () => testLogAppends(open));
  describe('the transparency log as a whole', () => testLogState(open));
  describe('the recovery of the log', () => testLogRecovery(open));
  describe('lost versions', () => testLostVersions(open));
  describe('maintenance', () => testMaintenance(open));
  describe('any sequence of publishes and yanks', () => testAgainstModel(open));
}
