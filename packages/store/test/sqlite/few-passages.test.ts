// The matching passages of a Prime, which SQLite finds in their words if there are few, and in the full-text index otherwise.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { inventoryOf } from '@prime-registry/testkit';
import { insertNew, newVersion } from '@prime-registry/testkit/versions';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-few-passages-'));
after(() => rm(folder, { recursive: true }));

const ATOMS = [
  { id: '@acme/one', description: 'sailing boats, all boat' },
  { id: '@acme/two', description: 'a sail for a boat' },
  { id: '@acme/sail', description: 'of a boat' },
  { id: '@acme/three', description: 'Größe, 山 and sail' },
];

/** More than 16 KiB, which a search does not read. */
const LONG = Array.from({ length: 4000 }, (_, index) => `long${index}`).join(' ');

for (const [kind, others, text] of [
  ['no others', 0, ''],
  ['40 others', 40, 'nothing of it, sailor'],
  ['3 long others', 3, LONG],
] as const)
  describe(`the atoms of a Prime that has ${kind}`, () => {
    let store: Awaited<ReturnType<typeof openSqliteStore>>;
    before(async () => {
      store = await openSqliteStore(join(folder, `${kind}.sqlite`));
      const more = Array.from({ length: others }, (_, index) => ({
        id: `@acme/other-${index}`,
        description: text,
      }));
      const inventory = await inventoryOf([...ATOMS, ...more]);
      assert.ok(await insertNew(store, newVersion({ name: '@acme/boats', version: '1.0.0', inventory })));
    });
    after(() => store.close());

    const find = async (text: string): Promise<unknown> => {
      const { hits } = await store.searchRich({ text, limit: 20, offset: 0 });
      return hits.map(({ atoms, atomTotal }) => [
        atoms.map(({ id }) => id.slice('@acme/'.length)),
        atomTotal,
      ]);
    };

    test('have each word of the query as a whole word, those with it in their name first', async () => {
      assert.deepEqual(await find('sail'), [[['sail', 'three', 'two'], 3]]);
      assert.deepEqual(await find('sail boat'), [[['sail', 'two'], 2]]);
      assert.deepEqual(await find('boat'), [[['one', 'sail', 'two'], 3]]);
    });

    test('are found in other scripts, with and without accents', async () => {
      assert.deepEqual(await find('grosse'), [[['three'], 1]]);
      assert.deepEqual(await find('sail 山'), [[['three'], 1]]);
    });

    test('are read, if they are few, instead of looked up', async (t) => {
      const all = t.mock.method(StatementSync.prototype, 'all');
      await find('boat');
      const lookups = all.mock.calls.filter(
        ({ this: statement, arguments: [, expression] }) =>
          expression === '"boat"' && /asked.*passage_search/s.test((statement as StatementSync).sourceSQL),
      );
      assert.equal(lookups.length, others === 0 ? 0 : 1);
    });
  });
