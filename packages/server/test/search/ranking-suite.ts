// Which Primes are found, in which order, and paging through the results.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TestRegistry } from '@prime-registry/testkit';

interface Entry {
  readonly name: string;
  readonly version: string;
  readonly score: number;
}

const LOREM = 'lorem ipsum dolor sit amet ';

/** Declares the tests, which publish to the registry. */
export function testRanking(registry: TestRegistry): void {
  const { anonymous, author } = registry;

  async function search(query: string): Promise<{ results: Entry[]; total: number }> {
    const { status, text, json } = await anonymous.get(`/search?${query}`);
    assert.equal(status, 200, text);
    return json;
  }

  async function namesFor(q: string): Promise<string[]> {
    const { results, total } = await search(`q=${encodeURIComponent(q)}&limit=100`);
    assert.equal(results.length, total);
    for (const [index, { score }] of results.entries()) {
      assert.ok(score > 0 && score <= 1, `${q}: ${score} is a fraction`);
      assert.ok(index === 0 || score <= (results[index - 1]?.score ?? 0), `${q}: best first`);
    }
    return results.map(({ name }) => name);
  }

  describe('a word in the name ranks above namespaces and tags, and those above the description', () => {
    test('with any length of the rest, and any number of repetitions', async () => {
      await author.mustPublish({ name: '@acme/kiwi-guide', description: LOREM.repeat(100) });
      await author.mustPublish({
        name: '@acme/tagged',
        description: LOREM.repeat(20),
        extra: 'tags: [green, kiwi]',
      });
      await author.mustPublish({ name: '@acme/often', description: 'kiwi '.repeat(30) });
      await author.mustPublish({ name: '@acme/short', description: 'kiwi' });
      for (let index = 0; index < 5; index += 1) {
        await author.mustPublish({ name: `@acme/filler-${index}`, description: 'something else' });
      }
      const expected = ['@acme/kiwi-guide', '@acme/tagged', '@acme/often', '@acme/short'];
      assert.deepEqual(await namesFor('kiwi'), expected);
      assert.deepEqual(await namesFor('kiw'), expected, 'as the beginning of a word, too');
    });

    test('namespaces rank like tags', async () => {
      await author.mustPublish({ name: '@acme/ns', extra: 'namespaces: ["@papaya/leaf"]' });
      await author.mustPublish({ name: '@acme/aa', description: 'papaya papaya' });
      assert.deepEqual(await namesFor('papaya'), ['@acme/ns', '@acme/aa']);
      assert.deepEqual(await namesFor('@papaya/leaf'), ['@acme/ns']);
    });
  });

  describe('a typed name ranks its Prime first', () => {
    test('whole or without its scope, in any case, however long its description', async () => {
      for (const name of ['@acme/mango', '@zzz/mango']) {
        await registry.admin.mustPublish({ name, description: LOREM.repeat(50) });
      }
      for (const name of ['@acme/mango-mango', '@mango/mango-mango-mango', '@acme/zzz-mango']) {
        await registry.admin.mustPublish({ name, description: 'mango mango' });
      }
      for (const q of ['mango', 'MANGO', ' Mango ']) {
        assert.deepEqual((await namesFor(q)).slice(0, 2), ['@acme/mango', '@zzz/mango'], q);
      }
      for (const q of ['@zzz/mango', '@ZZZ/Mango']) assert.equal((await namesFor(q))[0], '@zzz/mango', q);
      assert.equal((await namesFor('@acme/mango'))[0], '@acme/mango');
    });
  });

  describe('of two matches in the same field, the first is', () => {
    const publish = async (primes: Record<string, string>): Promise<void> => {
      for (const [name, description] of Object.entries(primes))
        await author.mustPublish({ name, description });
    };

    test('the one with the whole word, then the one with more of it typed', async () => {
      await publish({ '@acme/figment-a': 'x', '@acme/figs-b': 'x', '@acme/old-fig-c': 'x' });
      assert.deepEqual(await namesFor('fig'), ['@acme/old-fig-c', '@acme/figs-b', '@acme/figment-a']);
    });

    test('the one with the shortest name around it', async () => {
      await publish({ '@acme/lime-and-a-lot-more': 'x', '@acme/the-lime': 'x' });
      for (const q of ['lime', 'lim']) {
        assert.deepEqual(await namesFor(q), ['@acme/the-lime', '@acme/lime-and-a-lot-more'], q);
      }
    });

    test('the one with this name, typed with spaces instead of dashes', async () => {
      await publish({ '@acme/date-palm-date': 'date palm', '@acme/palm_date': 'x', '@acme/date-palm': 'x' });
      assert.equal((await namesFor('date palm'))[0], '@acme/date-palm');
      assert.equal((await namesFor('Palm Date'))[0], '@acme/palm_date');
    });

    test('the one whose description repeats the word; parts of other words do not count', async () => {
      await publish({ '@acme/a-parts': 'smart start of art in party', '@acme/b-whole': 'art is art' });
      assert.deepEqual(await namesFor('art'), ['@acme/b-whole', '@acme/a-parts']);
    });

    test('the one with the rarer word in the better field', async () => {
      await publish({ '@acme/a-lorem': 'quince', '@acme/b-quince': 'lorem' });
      assert.deepEqual(await namesFor('lorem quince'), ['@acme/b-quince', '@acme/a-lorem']);
      assert.deepEqual(await namesFor('quince lorem'), ['@acme/b-quince', '@acme/a-lorem']);
    });
  });

  describe('words', () => {
    test('must all match, in any order and any field; the last one as a prefix', async () => {
      await author.mustPublish({
        name: '@acme/guava',
        description: 'Peeling tropical fruit',
        extra: 'tags: [Knives]',
      });
      for (const q of [
        'guava peeling',
        'PEELING guava',
        'knives tropical acme gua',
        'peeling, (fruit)!',
        'fru',
      ]) {
        assert.deepEqual(await namesFor(q), ['@acme/guava'], q);
      }
      for (const q of ['peel guava', 'guava missing', 'eelin', 'guava AND missing', 'guava OR missing']) {
        assert.deepEqual(await namesFor(q), [], q);
      }
    });

    test('may be as many as a query can hold, and stand at the end of a long text', async () => {
      const letters = Array.from({ length: 128 }, (_, index) => String.fromCodePoint(0x4e00 + index));
      const description = `${LOREM.repeat(3600 / LOREM.length)} ${letters.join(' ')} lychee`;
      await author.mustPublish({ name: '@acme/long', description });
      for (const q of [letters.join(' '), 'lychee', 'lych'])
        assert.deepEqual(await namesFor(q), ['@acme/long'], q);
    });

    test('are searched up to the 4,000th character, and as a whole', async () => {
      const description = `${'a'.repeat(3990)} mangosteen durian`;
      await author.mustPublish({ name: '@acme/endless', description });
      for (const q of ['mangosteen', 'mangost', 'durian']) assert.deepEqual(await namesFor(q), [], q);
      await author.mustPublish({
        name: '@acme/endless',
        version: '2.0.0',
        description: description.slice(10),
      });
      assert.deepEqual(await namesFor('mangosteen'), ['@acme/endless']);
    });

    test('match in any case, and in Latin script with or without accents', async () => {
      await author.mustPublish({ name: '@acme/words', description: 'Une école naïve, Ελλάδα, Москва' });
      for (const q of ['ECOLE', 'école', 'e\u0301cole', 'naive', 'ελλάδα', 'ΕΛΛΆΔΑ', 'МОСКВА']) {
        assert.deepEqual(await namesFor(q), ['@acme/words'], q);
      }
    });
  });

  describe('a result', () => {
    const names = Array.from({ length: 23 }, (_, index) => `@acme/plum-${String(index).padStart(2, '0')}`);

    test('has ties in the order of names, and 20 entries by default', async () => {
      for (const name of [...names].reverse())
        await author.mustPublish({ name, description: 'all the same' });
      assert.deepEqual(await namesFor('plum'), names);
      const { results, total } = await search('q=plum');
      assert.deepEqual([results.length, total], [20, 23]);
    });

    test('has pages without gap or overlap, each with the same total and scores', async () => {
      const { results: whole } = await search('q=plum&limit=100');
      for (const limit of [1, 5, 22, 23]) {
        const paged: Entry[] = [];
        for (let offset = 0; offset < 30; offset += limit) {
          const { results, total } = await search(`q=plum&limit=${limit}&offset=${offset}`);
          assert.equal(total, 23);
          paged.push(...results);
        }
        assert.deepEqual(paged, whole);
      }
      assert.deepEqual(await search('q=plum&offset=23'), { results: [], total: 23 });
    });
  });
}
