// A search does a limited amount of work, and lets other requests run in the meantime.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { insert } from '@prime-registry/testkit/versions';
import { rank } from '../../src/search/search-ranking.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-search-'));
after(() => rm(folder, { recursive: true }));

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

test('a search for many unknown words, all like thousands of others, reads little', async (t) => {
  const store = await openSqliteStore(join(folder, 'alike.sqlite'));
  const alike = [...LETTERS].flatMap((one) => [...LETTERS].map((two) => `abcdef${one}x${two}`));
  await insert(store, { name: '@acme/words', readme: alike.join(' ') });
  const all = t.mock.method(StatementSync.prototype, 'all');
  const text = Array.from({ length: 28 }, (_, index) => `abcdefg${LETTERS[index % 26]}`).join(' ');
  assert.equal((await store.search({ text, limit: 20, offset: 0 })).total, 0);
  assert.ok(all.mock.callCount() < 100, `${all.mock.callCount()} queries`);
  await store.close();
});

test('ranking a thousand Primes for very many words lets other work run', async () => {
  const words = Array.from({ length: 85 }, (_, index) => `${LETTERS[index % 26]}${index}`);
  const terms = { words, last: 'z', wholeName: '=z' };
  const descriptionTerms = ` ${words.join(' '.repeat(40))} z `;
  const candidates = Array.from({ length: 1000 }, (_, id) => ({
    ...{ id, name: `@acme/p${id}`, isDeprecated: 0, labelTerms: descriptionTerms, descriptionTerms },
  }));
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const ranked = await rank(candidates, terms, new Map(), new Map());
  clearInterval(timer);
  assert.equal(ranked.length, 1000);
  assert.ok(turns > 0);
});
