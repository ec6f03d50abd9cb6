// The full-text index stays consistent with its rows after any history, and for all connections.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import type { RegistryStore } from '@prime-registry/store';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { insert, yank } from '@prime-registry/testkit/versions';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-search-'));
after(() => rm(folder, { recursive: true }));

const words = fc.array(fc.constantFrom('web', 'webs', 'Wéb', 'style', '🦄', 'क', '/', '#web', '"'), {
  maxLength: 4,
});
const steps = fc.record({
  does: fc.constantFrom('insert', 'insert', 'yank'),
  name: fc.constantFrom('a', 'web', 'web-style'),
  version: fc.constantFrom('1.0.0', '1.0.1', '2.0.0-rc.1', '2.0.0'),
  description: words.map((list) => list.join(' ')),
  tags: words,
});

test('after any history, the index has exactly the terms of the rows', async () => {
  const file = join(folder, 'histories.sqlite');
  const store = await openSqliteStore(file);
  let history = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 15 }), async (taken) => {
      history += 1;
      for (const { does, name, version, ...draft } of taken) {
        const full = `@acme-${history}/${name}`;
        if (does === 'yank') await yank(store, version, undefined, full);
        else await insert(store, { name: full, version, ...draft });
      }
      checkIntegrity(file);
    }),
    COSTLY,
  );
  await store.close();
});

test('two stores on the same database find the same, and so does one that opens it later', async () => {
  const file = join(folder, 'two.sqlite');
  const [one, other] = [await openSqliteStore(file), await openSqliteStore(file)];
  const names = Array.from({ length: 1200 }, (_, index) => `@acme/web-${(index * 7919) % 1200}`);
  for (const [index, name] of names.entries()) {
    await insert(index % 3 === 0 ? other : one, { name, tags: index % 2 === 0 ? ['even'] : [] });
  }
  const expected = await searchAll(one);
  assert.equal((expected[0] as { total: number }).total, names.length);
  assert.deepEqual(await searchAll(other), expected);
  await Promise.all([one.close(), other.close()]);
  const later = await openSqliteStore(file);
  assert.deepEqual(await searchAll(later), expected);
  await later.close();
});

/** Compares every term of every row with the index (sqlite.org/fts5.html, section 6.6). */
function checkIntegrity(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec("insert into prime_search (prime_search, rank) values ('integrity-check', 1)");
  } finally {
    database.close();
  }
}

async function searchAll(store: RegistryStore): Promise<unknown[]> {
  const queries = ['web', 'w', 'web even', 'rules', 'web-7', 'acme ev'];
  const offsets = [0, 290, 1150];
  return Promise.all(
    queries.flatMap((text) => offsets.map((offset) => store.search({ text, limit: 50, offset }))),
  );
}
