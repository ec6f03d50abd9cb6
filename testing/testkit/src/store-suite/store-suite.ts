// What every RegistryStore must do, whichever database is behind it.
import { describe } from 'node:test';
import { testAgainstModel } from './against-model.ts';
import { testAtoms } from './atoms.ts';
import { testAudit } from './audit.ts';
import { testCatalogue } from './catalogue.ts';
import { testDownloads } from './downloads.ts';
import { testEvictions } from './evictions.ts';
import { testInserts } from './inserts.ts';
import { testInsertsTogether } from './inserts-together.ts';
import { testMaintenance } from './maintenance.ts';
import { testOwners } from './owners.ts';
import { testScopeUsage } from './scope-usage.ts';
import { testSearch } from './search.ts';
import { testSearchInside } from './search-inside.ts';
import { testSearchOfMany } from './search-many.ts';
import { testSearchMistyped } from './search-mistyped.ts';
import { testStandings } from './standings.ts';
import { testTokens } from './tokens.ts';
import type { OpenStore } from './with-store.ts';
import { testYanks } from './yanks.ts';

/** Declares the tests that a store has to pass. */
export function testRegistryStore(open: OpenStore): void {
  describe('inserting and reading versions', () => testInserts(open));
  describe('inserting several versions at once', () => testInsertsTogether(open));
  describe('what scopes hold', () => testScopeUsage(open));
  describe('whose names are', () => testOwners(open));
  describe('atoms', () => testAtoms(open));
  describe('yanking', () => testYanks(open));
  describe('searching', () => testSearch(open));
  describe('searching inside', () => testSearchInside(open));
  describe('searching with typing errors', () => testSearchMistyped(open));
  describe('searching among many', () => testSearchOfMany(open));
  describe('lists for people', () => testCatalogue(open));
  describe('to whom names belong', () => testStandings(open));
  describe('downloads', () => testDownloads(open));
  describe('what came from other registries', () => testEvictions(open));
  describe('tokens', () => testTokens(open));
  describe('the audit log', () => testAudit(open));
  describe('maintenance', () => testMaintenance(open));
  describe('any sequence of publishes and yanks', () => testAgainstModel(open));
}
