// Merges of the full-text indexes of SQLite: enough of them, in short steps.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { insert } from '@prime-registry/testkit/versions';
import { Kysely } from 'kysely';
import type { Schema } from '../../src/sql/schema.ts';
import { nodeSqliteDialect } from '../../src/sqlite/node-sqlite-dialect.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { mergeSome } from '../../src/sqlite/search/fts5-merges.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prime-registry-merges-'));
});
after(() => rm(folder, { recursive: true }));

function countSegments(database: DatabaseSync, table: string): number {
  const row = database.prepare(`select count(distinct segid) as count from ${table}_idx`).get();
  return Number(row?.count);
}

test('the number of segments stays small, however many publishes there are', async (t) => {
  const file = join(folder, 'registry.db');
  const store = await openSqliteStore(file);
  t.after(() => store.close());
  const database = new DatabaseSync(file, { readOnly: true });
  t.after(() => database.close());
  for (let minor = 0; minor < 40; minor += 1) {
    await insert(store, {
      version: `1.${minor}.0`,
      readme: `# Chapter ${minor}\n\nSomething of topic${minor}.`,
    });
    // A level is merged when it has four segments; at the end there are three levels.
    for (const table of ['passage_search', 'content_search'])
      assert.ok(countSegments(database, table) < 10, `${table} after ${minor + 1} publishes`);
  }
  assert.equal((await store.search({ text: 'topic39', limit: 1, offset: 0 })).total, 1);
  assert.equal((await store.search({ text: 'topic38', limit: 1, offset: 0 })).total, 0);
  assert.deepEqual(await store.findDefects(), []);
});

describe('an index with much to merge', () => {
  function openIndex(t: { after(task: () => unknown): void }) {
    const database = new DatabaseSync(':memory:');
    t.after(() => database.close());
    database.exec(`
      create virtual table passage_search using fts5(terms, content = '', contentless_delete = 1, detail = none);
      insert into passage_search (passage_search, rank) values ('automerge', 0);`);
    const addRow = database.prepare('insert into passage_search (rowid, terms) values (?, ?)');
    for (let segment = 0; segment < 12; segment += 1) {
      database.exec('begin');
      for (let row = 0; row < 600; row += 1) {
        const id = segment * 600 + row;
        addRow.run(
          id,
          Array.from({ length: 50 }, (_, word) => `w${(id * 7919 + word * 104729) % 20000}`).join(' '),
        );
      }
      database.exec('commit');
    }
    return { database, db: new Kysely<Schema>({ dialect: nodeSqliteDialect(database) }) };
  }

  test('is merged in proportion to the changes, and the rest later', async (t) => {
    const { database, db } = openIndex(t);
    assert.equal(countSegments(database, 'passage_search'), 12);
    await mergeSome(db, 'passage_search', 0);
    assert.ok(countSegments(database, 'passage_search') > 4, 'not everything at once');
    for (let change = 0; change < 100; change += 1) await mergeSome(db, 'passage_search', 0);
    assert.ok(countSegments(database, 'passage_search') < 4);
    const found = database
      .prepare("select rowid as id from passage_search where passage_search match 'w7919'")
      .all();
    assert.ok(found.some(({ id }) => id === 1));
  });

  test('yields to other requests', async (t) => {
    const { db } = openIndex(t);
    let turns = 0;
    let isMerging = true;
    const take = (): void => {
      turns += 1;
      if (isMerging) setImmediate(take);
    };
    setImmediate(take);
    await mergeSome(db, 'passage_search', 1000);
    isMerging = false;
    assert.ok(turns > 10, `${turns} turns`);
  });
});
