// An inventory with very many words is indexed in small pieces, so that other requests run in between.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Kysely } from 'kysely';
import type { Schema } from '../../src/sql/schema.ts';
import { nodeSqliteDialect } from '../../src/sqlite/node-sqlite-dialect.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { sqliteInsideWrites } from '../../src/sqlite/search/sqlite-inside.ts';

/** More than FTS5 collects before it writes. */
const PASSAGES = 1500;
const WORDS = 300;

/** What one turn of the event loop has done. */
interface Turn {
  characters: number;
  /** Changed rows of tables, including those of the full-text index, which are pages. */
  changes: number;
}

/** Watches additions to the index of passages. */
function watchTurns(t: TestContext, database: DatabaseSync): Turn[] {
  const turns: Turn[] = [{ characters: 0, changes: 0 }];
  const changes = database.prepare('select total_changes() as count');
  const prototype = Object.getPrototypeOf(changes);
  const run: (...values: SQLInputValue[]) => unknown = prototype.run;
  t.mock.method(prototype, 'run', function (this: StatementSync, ...values: SQLInputValue[]) {
    // Merges have steps of their own; the last one of a segment removes many rows at once.
    if (this.sourceSQL.includes("'merge'") || values.includes('merge')) return run.apply(this, values);
    const turn = turns.at(-1);
    const before = Number(changes.get()?.count);
    const result = run.apply(this, values);
    if (turn !== undefined) {
      for (const value of values) if (typeof value === 'string') turn.characters += value.length;
      turn.changes += Number(changes.get()?.count) - before;
    }
    return result;
  });
  const next = (): void => {
    turns.push({ characters: 0, changes: 0 });
    if (database.isOpen) setImmediate(next);
  };
  setImmediate(next);
  return turns;
}

async function openDatabase(t: TestContext): Promise<{ database: DatabaseSync; db: Kysely<Schema> }> {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
  const file = join(folder, 'registry.sqlite');
  await (await openSqliteStore(file)).close();
  const database = new DatabaseSync(file);
  const db = new Kysely<Schema>({ dialect: nodeSqliteDialect(database) });
  t.after(async () => {
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  database.exec('pragma foreign_keys = off');
  return { database, db };
}

/** Words that no other passage has. */
function termsOf(passage: number, words: number): string {
  return Array.from({ length: words }, (_, word) => (passage * words + word).toString(36)).join(' ');
}

test('no turn of the event loop adds many words, or writes many pages of the index', async (t) => {
  const { database, db } = await openDatabase(t);
  const passages = Array.from({ length: PASSAGES }, (_, passage) => {
    const terms = termsOf(passage, WORDS);
    return { primeId: 1, contentId: passage + 1, words: 'few', terms };
  });
  const turns = watchTurns(t, database);
  await db.transaction().execute(async (transaction) => {
    for (let at = 0; at < PASSAGES; at += 20)
      await sqliteInsideWrites.addPassages(transaction, passages.slice(at, at + 20));
  });
  const characters = turns.reduce((sum, turn) => sum + turn.characters, 0);
  assert.ok(characters > 1.5 * 2 ** 20, `only ${characters} characters were added`);
  const mostChanges = Math.max(...turns.map((turn) => turn.changes));
  assert.ok(mostChanges < 1000, `${mostChanges} rows changed in one turn`);
});

test('the index of very many removed words shrinks while more are removed: one step skips all that are left', async (t) => {
  const { database, db } = await openDatabase(t);
  const passages = Array.from({ length: 300 }, (_, passage) => {
    const terms = termsOf(passage, 2000);
    return { primeId: 1, contentId: passage + 1, words: terms, terms };
  });
  const size = database.prepare('select sum(length(block)) as bytes from passage_search_data');
  const readSize = () => Number(size.get()?.bytes);
  await db.transaction().execute((transaction) => sqliteInsideWrites.addPassages(transaction, passages));
  const before = readSize();
  await db.transaction().execute(async (transaction) => {
    for (let first = 1; first <= 200; first += 100) {
      const ids = Array.from({ length: 100 }, (_, index) => first + index);
      await sqliteInsideWrites.removePassages(transaction, 1, ids);
    }
    assert.ok(readSize() < before / 2, `${readSize()} of ${before} bytes`);
  });
});
