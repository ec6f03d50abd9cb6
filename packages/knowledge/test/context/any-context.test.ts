// Whatever Primes say and whatever is asked for: a context keeps to its budget, to its order, and is the same again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateTokens } from '@prime-registry/atoms';
import { packContext } from '@prime-registry/knowledge';
import { makeSearchedSource } from '@prime-registry/testkit/knowledge';
import { fc } from '@prime-registry/testkit/properties';

const WORDS = [
  'focus',
  'outline',
  'lock',
  'index',
  'locks',
  'visible',
  '##',
  '```',
  '日本',
  '> x',
  '---',
  '<b>',
];
const text = (max: number) =>
  fc.array(fc.constantFrom(...WORDS), { maxLength: max }).map((words) => words.join(' '));
const IDS = Array.from({ length: 8 }, (_, index) => `@acme/rule-${index}`);

const atom = fc.record({
  description: text(8),
  notes: text(60),
  requires: fc.subarray([...IDS, '@other/rule-0', '@gone/rule-x'], { maxLength: 3 }),
});
const request = fc.record({
  query: text(6),
  ids: fc.subarray([...IDS, '@acme/p0', '@none/at-all'], { maxLength: 3 }),
  budget: fc.integer({ min: 100, max: 1500 }),
});

test('any context is within its budget, has needed atoms first, and is the same again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(atom, { minLength: 1, maxLength: 8 }), request, async (atoms, asked) => {
      const drafts = atoms.map(({ description, notes, requires }, index) => ({
        name: index % 2 === 0 ? `@acme/p${index}` : `@other/p${index}`,
        description,
        // Circles have no order; another test has one.
        atoms: [
          {
            id: IDS[index] ?? '',
            description,
            notes,
            edges: { requires: requires.filter((id) => IDS.indexOf(id) < index) },
          },
        ],
      }));
      const packed = await packContext(await makeSearchedSource(drafts), asked, { readHint: 'Read on.' });
      assert.ok(packed.tokens <= asked.budget, `${packed.tokens} tokens, budget ${asked.budget}`);
      assert.equal(packed.tokens, estimateTokens(packed.text));
      const headings = packed.text.match(/^## .*$/gm) ?? [];
      const ids = packed.atoms.map(({ id }) => id);
      assert.deepEqual(
        headings.filter((line) => line !== '## Left out').map((line) => line.split(' ')[1]),
        ids,
      );
      assert.equal(new Set(ids).size, ids.length);
      // An atom that is required stands before the one that it is required by.
      for (const { id, requiredBy } of packed.atoms) {
        if (requiredBy !== undefined && ids.includes(requiredBy))
          assert.ok(ids.indexOf(id) < ids.indexOf(requiredBy), `${id} after ${requiredBy}`);
      }
      const again = await packContext(await makeSearchedSource(drafts), asked, { readHint: 'Read on.' });
      assert.deepEqual(again, packed);
    }),
  );
});
