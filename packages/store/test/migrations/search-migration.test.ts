// A database from before the index held terms is searched like one that was made today.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import type { RegistryStore } from '@prime-registry/store';
import { insert, yank } from '@prime-registry/testkit/versions';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { DROP_LATER_TABLES, LATER_MIGRATIONS } from './drop-later-tables.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-search-'));
after(() => rm(folder, { recursive: true }));

// More than are read at once.
const MANY = 1100;

test('the index is made anew from the latest versions', async () => {
  const file = join(folder, 'registry.sqlite');
  const store = await openSqliteStore(file);
  await fill(store);
  const expected = await searchAll(store);
  await store.close();

  makeOld(file);
  const reopened = await openSqliteStore(file);
  assert.deepEqual(reopened.migration, {
    applied: ['0003-search-terms', '0004-audit', '0004-audit-append-only', '0005-usage', ...LATER_MIGRATIONS],
    isNew: false,
  });
  assert.deepEqual(await searchAll(reopened), expected);
  await insert(reopened, { name: '@acme/kiwi', version: '3.0.0', description: 'Cherries now' });
  await yank(reopened, '1.0.0', undefined, '@acme/plum-0');
  assert.deepEqual(await namesFor(reopened, 'cherries'), ['@acme/kiwi']);
  assert.deepEqual(await namesFor(reopened, 'peel'), []);
  assert.deepEqual(await namesFor(reopened, 'plum-0'), []);
  await reopened.close();

  const again = await openSqliteStore(file);
  assert.deepEqual(again.migration.applied, []);
  assert.deepEqual(await namesFor(again, 'cherries'), ['@acme/kiwi']);
  await again.close();
});

async function fill(store: RegistryStore): Promise<void> {
  await insert(store, { name: '@acme/kiwi', version: '1.0.0', description: 'Old' });
  await insert(store, {
    name: '@acme/kiwi',
    version: '2.0.0',
    description: 'How to peel',
    tags: ['Fruit'],
  });
  await insert(store, { name: '@acme/kiwi', version: '2.1.0', description: 'Withdrawn' });
  await insert(store, { name: '@acme/kiwi', version: '3.0.0-rc.1', description: 'Preview' });
  await insert(store, { name: '@acme/gone', description: 'Withdrawn altogether' });
  await yank(store, '2.1.0', undefined, '@acme/kiwi');
  await yank(store, '1.0.0', undefined, '@acme/gone');
  const names = Array.from({ length: MANY }, (_, index) => `@acme/plum-${index}`);
  await Promise.all(names.map((name) => insert(store, { name, description: `Tree ${name}` })));
}

/** As the first migrations left a database, with the names alone in its index. */
function makeOld(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`
    create temporary table known as select prime_id, name, version from search_entries;
    drop table prime_search;
    drop table search_entries;
    ${DROP_LATER_TABLES}
    create virtual table prime_search using fts5(
      name, words, description, version unindexed,
      tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc So'"
    );
    insert into prime_search (rowid, name, version) select prime_id, name, version from known;
    drop table audit_log;
    drop table scope_usage;
    alter table tokens drop column last_used_at_ms;
    delete from kysely_migration where name >= '0003';
  `);
  database.close();
}

async function searchAll(store: RegistryStore): Promise<unknown[]> {
  const queries = [
    'kiwi',
    'peel',
    'fruit',
    'plum',
    'plum-7',
    'tree',
    'acme',
    'old',
    'preview',
    'withdrawn',
    'tere',
  ];
  return Promise.all(queries.map((text) => store.search({ text, limit: 100, offset: 0 })));
}

async function namesFor(store: RegistryStore, text: string): Promise<string[]> {
  return (await store.search({ text, limit: 100, offset: 0 })).hits.map(({ name }) => name);
}
