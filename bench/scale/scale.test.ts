// A filled database is one that publishes have made: `verify` finds nothing, and everything can be read.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { getValue, parseVersion } from '@prime-registry/protocol';
import { openSqliteStore } from '../../packages/store/src/sqlite/open-sqlite-store.ts';
import { generateInventory } from '../corpus/generate-inventory.ts';
import type { ScaleDatabase } from './engines/engine.ts';
import { openSqliteFill } from './engines/sqlite-fill.ts';
import { createCorpus } from './fill/corpus.ts';
import { fillRegistry } from './fill/fill-registry.ts';
import { findDefects } from './find-defects.ts';
import { judgeScale, type MeasuredSize } from './format-scale.ts';
import { createSqliteExplainer } from './plans/explain-sqlite.ts';
import { recordSqlite } from './plans/record-sqlite.ts';

const PRIMES = 450;
const ATOMS = 2;
const corpus = createCorpus({ primes: PRIMES, versions: 1800, atoms: ATOMS });
let folder = '';
let file = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prime-scale-test-'));
  file = join(folder, 'registry.sqlite');
});
after(() => rm(folder, { recursive: true, force: true }));

/** @param failAfter - the number of inserts after which the fill is interrupted */
function databaseOf(failAfter = Number.POSITIVE_INFINITY): Pick<ScaleDatabase, 'openStore' | 'openFill'> {
  let inserts = 0;
  return {
    openStore: () => openSqliteStore(file),
    async openFill() {
      const to = await openSqliteFill(file);
      const transact: typeof to.transact = (work) =>
        to.transact((insert) =>
          work(async (table, rows) => {
            inserts += 1;
            if (inserts > failAfter) throw new Error('interrupted');
            await insert(table, rows);
          }),
        );
      return { ...to, transact, [Symbol.asyncDispose]: () => to[Symbol.asyncDispose]() };
    },
  };
}

test('an interrupted fill goes on, and leaves a sound registry', async () => {
  const { signal } = new AbortController();
  await assert.rejects(fillRegistry(databaseOf(10) as ScaleDatabase, corpus, signal), /interrupted/);
  await fillRegistry(databaseOf() as ScaleDatabase, corpus, signal);
  // Nothing is left to do.
  await fillRegistry(databaseOf(0) as ScaleDatabase, corpus, signal);

  const store = await openSqliteStore(file);
  try {
    assert.deepEqual(await store.findDefects(), []);
    const primes = [...corpus.list()];
    const versions = primes.reduce((sum, prime) => sum + prime.versions.length, 0);
    const [{ name = '', versions: [first = ''] = [] } = {}] = primes.toReversed();
    const version = getValue(parseVersion(first));
    assert.ok(await store.findVersion(name, version));
    const page = await store.listAtoms(name, version, { limit: 100, offset: 0 });
    assert.deepEqual(
      page?.atoms.map(({ id }) => id),
      generateInventory(name, ATOMS)
        .atoms.map(({ id }) => id)
        .toSorted(),
    );
    assert.ok((await store.search({ text: name, limit: 1, offset: 0 })).total > 0);
    // The log begins with an entry of its own.
    assert.equal((await store.readLogHead()).edge.size, versions + 1);
    assert.deepEqual(await store.findBackfillProgress(), { done: versions, of: versions });
    assert.equal((await store.countAmounts()).versions, versions);
  } finally {
    await store.close();
  }
});

test('the checks of a database run in a process that an interruption ends', async () => {
  const database = { dataFolder: folder, environment: {} };
  assert.deepEqual((await findDefects(database, new AbortController().signal)).defects, []);
  const reason = new Error('interrupted');
  const interruption = new AbortController();
  const checking = findDefects(database, interruption.signal);
  interruption.abort(reason);
  await assert.rejects(checking, reason);
});

test('a query that reads a whole table of SQLite is named, one that follows an index is not', () => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const explain = createSqliteExplainer(database);
    assert.deepEqual(explain('select count(*) from versions as v where v.license = ?').scanned, ['versions']);
    assert.deepEqual(explain('select sum(size_bytes) as total from "versions"').scanned, ['versions']);
    const byKey = explain('select license from versions where prime_id = ? and identity = ?');
    assert.deepEqual([byKey.scanned, byKey.indexes], [[], ['sqlite_autoindex_versions_1']]);
    assert.deepEqual(explain('select id from versions order by id desc limit 60').scanned, []);
    assert.deepEqual(explain('select * from tokens').scanned, [], 'a small table');
  } finally {
    database.close();
  }
});

test('statements are recorded until that is stopped', () => {
  const seen: string[] = [];
  const stop = recordSqlite(({ text }) => seen.push(text));
  const database = new DatabaseSync(':memory:');
  database.prepare('select 1');
  stop();
  database.prepare('select 2');
  assert.deepEqual(seen, ['select 1']);
});

test('an operation that touches many more rows, or scans, is a flaw', () => {
  const sizeOf = (rows: number, scanned: string[] = []): MeasuredSize => ({
    ...({} as MeasuredSize),
    measured: [
      {
        ...{ title: 'Manifest', p50Ms: 1, p99Ms: 1, maxMs: 1 },
        queries: [{ text: 'select', plan: { rows, pages: 1, indexes: [], scanned } }],
      },
    ],
  });
  assert.deepEqual(judgeScale(sizeOf(100), sizeOf(4000)), []);
  assert.equal(judgeScale(sizeOf(100), sizeOf(6000)).length, 1);
  assert.deepEqual(judgeScale(sizeOf(1), sizeOf(1, ['versions'])), ['Manifest reads all of versions']);
});
