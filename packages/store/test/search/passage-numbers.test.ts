// The row ids of a Prime's passages in SQLite run out after hundreds of versions that change everything. Then
// free ids are used again, but none of the next Prime.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { inventoryOf } from '@prime-registry/testkit';
import { insertNew, newVersion } from '@prime-registry/testkit/versions';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-passages-'));
after(() => rm(folder, { recursive: true }));

test('a Prime whose row ids have run out can still be published and found, and so can the next one', async () => {
  const file = join(folder, 'registry.sqlite');
  const store = await openSqliteStore(file);
  const publish = async (name: string, version: string, words: readonly string[]): Promise<void> => {
    const sources = words.map((word) => ({
      id: `${name.split('/')[0]}/${word}`,
      description: `about ${word}`,
    }));
    const inventory = await inventoryOf(sources);
    assert.ok(await insertNew(store, newVersion({ name, version, inventory })));
  };
  const find = async (text: string): Promise<string[]> =>
    (await store.searchRich({ text, limit: 10, offset: 0 })).hits.map(({ name }) => name);
  await publish('@acme/long', '1.0.0', ['apricot', 'banana']);
  await publish('@acme/next', '1.0.0', ['cherry']);

  const database = new DatabaseSync(file);
  const [{ id: primeId } = {}] = database.prepare("select id from primes where name = '@acme/long'").all();
  const last = (Number(primeId) + 1) * 2 ** 20 - 1;
  const [{ id } = {}] = database.prepare('select max(id) as id from search_passages where id < ?').all(last);
  database.prepare('update search_passages set id = ? where id = ?').run(last, id as number);
  database.close();

  await publish('@acme/long', '1.1.0', ['apricot', 'banana', 'damson', 'elder', 'fig']);
  for (const word of ['damson', 'elder', 'fig']) assert.deepEqual(await find(word), ['@acme/long'], word);
  assert.deepEqual(await find('cherry'), ['@acme/next']);
  await publish('@acme/next', '1.1.0', ['cherry', 'grape']);
  assert.deepEqual(await find('grape'), ['@acme/next']);
  await store.close();
});
