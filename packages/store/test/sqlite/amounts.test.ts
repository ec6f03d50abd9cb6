// The amounts of a registry with more scopes than are counted at once, its own and those of upstreams.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-amounts-'));
after(() => rm(folder, { recursive: true }));

const SCOPES = `with recursive numbers (number) as (
  select :first union all select number + 1 from numbers where number < :last
)`;

test('every scope counts once, however many there are', async () => {
  const file = join(folder, 'registry.sqlite');
  const store = await openSqliteStore(file);
  const database = new DatabaseSync(file);
  database
    .prepare(`${SCOPES} insert into scope_usage select '@own-' || number, 2, 0 from numbers`)
    .run({ first: 1, last: 12_000 });
  const insertMirrored = database.prepare(
    `${SCOPES} insert into mirror_usage select :origin, '@own-' || number, 1, 0 from numbers`,
  );
  // The second upstream has the scopes of the first, and half of both are here, too.
  insertMirrored.run({ first: 6_001, last: 18_000, origin: 'https://a.example' });
  insertMirrored.run({ first: 6_001, last: 18_000, origin: 'https://b.example' });
  database.close();
  assert.deepEqual(await store.countAmounts(), { primes: 0, versions: 48_000, scopes: 18_000 });
  await store.close();
});
