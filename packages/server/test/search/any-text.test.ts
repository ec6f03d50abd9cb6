// A query has no syntax: every input is text, for the index and for the database.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Answer, expectProblem, startRegistry } from '@prime-registry/testkit';
import { CODE_POINT, COSTLY, fc } from '@prime-registry/testkit/properties';

const registry = await startRegistry();
after(() => registry.stop());
const { anonymous, author } = registry;
await author.mustPublish({ description: 'Plain rules for web pages, 100% text' });

const search = (q: string): Promise<Answer> => anonymous.get(`/search?q=${encodeURIComponent(q)}`);

describe('text with a meaning for an index or a database', () => {
  const queries: [q: string, isFound: boolean][] = [
    ['web"style', true],
    ['"web style"', true],
    ['"', false],
    ['""', false],
    ['"web', true],
    ["web'", true],
    ["' OR 1=1 --", false],
    ["'; drop table versions; --", false],
    ['web*', true],
    ['*', false],
    ['we*b', false],
    ['-web', true],
    ['web -style', true],
    ['+web +style', true],
    ['^web', true],
    ['name:web', false],
    ['name : web', false],
    ['{name description} : web', false],
    ['(web', true],
    ['web)', true],
    ['web AND style', false],
    ['web OR nothing', false],
    ['NOT nothing', false],
    ['NEAR(web style, 5)', false],
    ['AND', false],
    ['%', false],
    ['w%b', false],
    ['_eb', false],
    ['100%', true],
    ['web\\', true],
    ['\\', false],
    ['web\0', true],
    ['\0', false],
    ['web\0style', true],
    ['web;style', true],
    ['?9', false],
    [':web @web $web', true],
    ['web -- style', true],
    ['web /* style */', true],
    ['🦄', false],
    ['web 🦄', false],
    ['👩‍👩‍👧‍👦', false],
    ['\u202eweb', true],
    ['\ufeffweb', true],
    ['<script>web</script>', false],
    ['../../etc/passwd', false],
    ['{{web}}', true],
    ['web '.repeat(60), true],
    ['w '.repeat(120), false],
    ['"'.repeat(256), false],
  ];
  for (const [q, isFound] of queries) {
    test(JSON.stringify(q.slice(0, 40)), async () => {
      const { status, text, json } = await search(q);
      assert.equal(status, 200, text);
      assert.equal(json.total, isFound ? 1 : 0);
    });
  }
});

test('any text is answered: with results, or with a 400 for its length only', async () => {
  const syntax = fc.constantFrom(
    ...['"', "'", '*', '-', '^', ':', '(', ')', ' AND ', ' NEAR', '%', '\0', '\\', 'web', ' '],
  );
  const texts = fc.oneof(
    fc.string({ unit: CODE_POINT, maxLength: 300 }),
    fc.string({ unit: syntax, maxLength: 40 }),
    fc.array(fc.oneof(syntax, fc.string({ unit: 'grapheme', maxLength: 5 }))).map((parts) => parts.join('')),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const answer = await search(text);
      const length = [...text.trim()].length;
      if (length === 0 || length > 256) expectProblem(answer, 'invalid_query');
      else assert.equal(answer.status, 200, answer.text);
    }),
    COSTLY,
  );
});

test('a Prime is found by any word in its description', async () => {
  let published = 0;
  const letters = [...'abzéßñıжλΣ漢字かき한अبא', '🦄', '☃', '²', '٣', '𝒳', '\u{10400}', '\u{1fae8}'];
  const words = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(words, fc.constantFrom(' ', ', ', '"', '-', '(', '/'), async (word, separator) => {
      const name = `@acme/any-${++published}`;
      await author.mustPublish({ name, description: ['some', word, 'text'].join(separator) });
      for (const q of [word, `${word} text`, `text ${word}`]) {
        const { json } = await anonymous.get(`/search?limit=100&q=${encodeURIComponent(q)}`);
        const names = json.results.map((entry: { name: string }) => entry.name);
        assert.ok(names.includes(name), `${q} in ${names}`);
      }
    }),
    COSTLY,
  );
});
