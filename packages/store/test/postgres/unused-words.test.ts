// The vocabulary on PostgreSQL after removals; on SQLite, tests look for the words in all files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { ACT, newVersion, versionOf } from '@prime-registry/testkit/versions';
import { openPostgresStore } from '../../src/postgres/open-postgres-store.ts';
import { createMigratedDatabase } from './migrated-database.ts';

await sharedPostgres();

test('the vocabulary loses the words of a removed version that no other has', async (t) => {
  const url = await createMigratedDatabase();
  const store = await openPostgresStore(url, 4);
  t.after(() => store.close());
  const words = async () => {
    const rows = await query(url, 'select distinct word from search_spellings order by word');
    return rows.map(({ word }) => word);
  };
  const nothing = async (): Promise<void> => undefined;
  await store.insertVersion(newVersion({ version: '1.0.0', description: 'All about umbrellas' }), nothing);
  const before = await words();
  const description = 'All about quinqueremes and umbrellas';
  await store.insertVersion(newVersion({ version: '1.1.0', description }), nothing);
  assert.deepEqual(new Set(await words()), new Set([...before, 'quinqueremes', 'and']));
  await store.removeVersion({
    ...{ name: newVersion().name.full, version: versionOf('1.1.0'), category: 'secret', reason: undefined },
    ...{ removedAtMs: 1, act: { ...ACT, action: 'remove' } },
  });
  await store.eraseWords(new AbortController().signal);
  assert.deepEqual(await words(), before);
});
