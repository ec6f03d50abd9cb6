// Beginnings of words in READMEs and atoms. SQLite looks for the words themselves; however many there are, nothing is missed.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { inventoryOf } from '@prime-registry/testkit';
import { insertNew, newVersion } from '@prime-registry/testkit/versions';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-beginnings-'));
after(() => rm(folder, { recursive: true }));

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** More words with one beginning than are looked for at once. */
const MANY = LETTERS.flatMap((one) => ['x', 'y', 'z'].map((two) => `docum${one}${two}`));

describe('the beginning of a word in an atom', () => {
  let store: Awaited<ReturnType<typeof openSqliteStore>>;
  before(async () => {
    store = await openSqliteStore(join(folder, 'registry.sqlite'));
    const inventory = await inventoryOf([
      { id: '@acme/first', description: 'what a documzz is' },
      { id: '@acme/documzz', description: 'the other one' },
      { id: '@acme/last', description: 'sailing' },
    ]);
    assert.ok(await insertNew(store, newVersion({ name: '@acme/atoms', version: '1.0.0', inventory })));
    const many = await inventoryOf(MANY.map((word) => ({ id: `@many/${word}`, description: 'one of many' })));
    assert.ok(await insertNew(store, newVersion({ name: '@many/words', version: '1.0.0', inventory: many })));
  });
  after(() => store.close());

  const findAtoms = async (text: string): Promise<string[]> =>
    (await store.searchAtoms({ text, prime: undefined, filters: {}, limit: 200, offset: 0 })).hits.map(
      ({ id }) => id,
    );
  const findPlaces = async (text: string, name: string): Promise<string[]> => {
    const { hits } = await store.searchRich({ text, limit: 20, offset: 0 });
    return hits.find((hit) => hit.name === name)?.atoms.map(({ id }) => id) ?? [];
  };

  test('finds all atoms with any of its words, those with it in their name first', async () => {
    const found = await findAtoms('docum');
    assert.equal(found.length, MANY.length + 2);
    assert.equal(found.at(-1), '@acme/first');
  });

  test('finds those of the last words', async () => {
    assert.deepEqual(await findAtoms('documz'), [
      '@acme/documzz',
      '@many/documzx',
      '@many/documzy',
      '@many/documzz',
      '@acme/first',
    ]);
    assert.deepEqual(await findAtoms('other documz'), ['@acme/documzz']);
    assert.deepEqual(await findAtoms('documentation'), []);
  });

  test('shows the atom first that has it in its name', async () => {
    assert.deepEqual(await findPlaces('documz', '@acme/atoms'), ['@acme/documzz', '@acme/first']);
    assert.deepEqual(await findPlaces('sail', '@acme/atoms'), ['@acme/last']);
  });

  test('of very many words is looked for as few of them where it only decides which atom comes first', async (t) => {
    const all = t.mock.method(StatementSync.prototype, 'all');
    assert.ok((await findPlaces('docum', '@many/words')).length > 0);
    assert.deepEqual(await findPlaces('docum', '@acme/atoms'), ['@acme/documzz', '@acme/first']);
    const alternatives = all.mock.calls.map((call) => JSON.stringify(call.arguments).split(' OR ').length);
    // Each is compared with each match.
    assert.ok(Math.max(...alternatives) <= 48, `${Math.max(...alternatives)} words`);
  });

  test('of a single word does not look for passages to rank Primes by', async (t) => {
    const all = t.mock.method(StatementSync.prototype, 'all');
    await store.search({ text: 'documz', limit: 20, offset: 0 });
    const asked = all.mock.calls.map((call) => ({
      sql: (call.this as StatementSync | undefined)?.sourceSQL,
      values: JSON.stringify(call.arguments),
    }));
    const inPassages = asked.filter(({ sql }) => /passage_(?:search|terms)/.test(sql ?? ''));
    assert.ok(inPassages.length > 0);
    assert.deepEqual(
      inPassages.filter(({ sql, values }) => sql?.includes('passage_terms') || values.includes(' *')),
      [],
    );
  });
});
