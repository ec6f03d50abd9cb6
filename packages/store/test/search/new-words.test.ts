// A Prime with a huge number of words neither fills the vocabulary nor delays other requests.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { inventoryOf } from '@prime-registry/testkit';
import { insert, newVersion } from '@prime-registry/testkit/versions';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-words-'));
after(() => rm(folder, { recursive: true }));

const ATOMS = 100;
const WORDS_OF_ATOM = 1000;
/** The length of all words that a Prime may bring, divided by that of one and a space. */
const MOST_WORDS = 65_536 / 6;

test('a Prime brings a limited number of words to the vocabulary, in many turns, and others bring theirs', async () => {
  const file = join(folder, 'registry.sqlite');
  const store = await openSqliteStore(file);
  const sources = Array.from({ length: ATOMS }, (_, atom) => {
    const words = Array.from({ length: WORDS_OF_ATOM }, (_, word) => wordOf(atom * WORDS_OF_ATOM + word));
    return { id: `@acme/a${atom}`, description: words.join(' ') };
  });
  const inventory = await inventoryOf(sources);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  await store.insertVersion(newVersion({ name: '@acme/wordy', inventory }), async () => undefined);
  clearInterval(timer);
  assert.ok(turns > ATOMS / 20, `${turns} turns`);

  const database = new DatabaseSync(file);
  const [{ count } = {}] = database
    .prepare('select count(distinct word) as count from search_spellings')
    .all();
  database.close();
  assert.ok(Number(count) > MOST_WORDS / 2, `only ${count} words`);
  assert.ok(Number(count) <= MOST_WORDS + 10, `${count} words`);

  await insert(store, { name: '@acme/caching', description: 'Freshness of answers' });
  const { hits } = await store.search({ text: 'freshnes of answrs', limit: 10, offset: 0 });
  assert.deepEqual(
    hits.map(({ name }) => name),
    ['@acme/caching'],
  );
  await store.close();
});

/** Five letters. */
function wordOf(number: number): string {
  return Array.from({ length: 5 }, (_, place) =>
    String.fromCodePoint(97 + (Math.floor(number / 26 ** place) % 26)),
  ).join('');
}
