// Contract tests of every RegistryStore, whatever the database.
import { describe } from 'node:test';
import { testAgainstModel } from './against-model.ts';
import { testAtomLinks } from './atom-links.ts';
import { testAtoms } from './atoms.ts';
import { testAudit } from './audit.ts';
import { testBindings } from './bindings.ts';
import { testCatalogue } from './catalogue.ts';
import { testDownloads } from './downloads.ts';
import { testEvictions } from './evictions.ts';
import { testInserts } from './inserts.ts';
import { testInsertsTogether } from './inserts-together.ts';
import { testLifecycle } from './lifecycle.ts';
import { testLostVersions } from './lost-versions.ts';
import { testMaintenance } from './maintenance.ts';
import { testOwners } from './owners.ts';
import { testRemovals } from './removals.ts';
import { testScopeUsage } from './scope-usage.ts';
import { testSearch } from './search.ts';
import { testSearchInside } from './search-inside.ts';
import { testSearchLong } from './search-long.ts';
import { testSearchOfMany } from './search-many.ts';
import { testSearchMistyped } from './search-mistyped.ts';
import { testStandings } from './standings.ts';
import { testTokens } from './tokens.ts';
import { testTombstones } from './tombstones.ts';
import { testUnfinishedRemovals } from './unfinished-removals.ts';
import type { OpenStore } from './with-store.ts';
import { testYanks } from './yanks.ts';

/** Declares the tests of a store. */
export function testRegistryStore(open: OpenStore): void {
  describe('inserting and reading versions', () => testInserts(open));
  describe('inserting several versions at once', () => testInsertsTogether(open));
  describe('usage of scopes', () => testScopeUsage(open));
  describe('owners of names', () => testOwners(open));
  describe('atoms', () => testAtoms(open));
  describe('links between Primes', () => testAtomLinks(open));
  describe('yanking', () => testYanks(open));
  describe('the life of versions', () => testLifecycle(open));
  describe('removing versions', () => testRemovals(open));
  describe('finishing removals', () => testUnfinishedRemovals(open));
  describe('tombstones', () => testTombstones(open));
  describe('searching', () => testSearch(open));
  describe('searching READMEs and atoms', () => testSearchInside(open));
  describe('searching with typing errors', () => testSearchMistyped(open));
  describe('searching with many words', () => testSearchLong(open));
  describe('searching with many matches', () => testSearchOfMany(open));
  describe('lists for people', () => testCatalogue(open));
  describe('owners of many names', () => testStandings(open));
  describe('downloads', () => testDownloads(open));
  describe('mirrored versions', () => testEvictions(open));
  describe('upstreams of mirrored Primes', () => testBindings(open));
  describe('tokens', () => testTokens(open));
  describe('the audit log', () => testAudit(open));
  describe('lost versions', () => testLostVersions(open));
  describe('maintenance', () => testMaintenance(open));
  describe('any sequence of publishes and yanks', () => testAgainstModel(open));
}
