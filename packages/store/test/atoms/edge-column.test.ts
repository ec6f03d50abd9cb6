// Edges are read as they were written, whatever authors write, and whichever way of reading is taken.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { decodeEdges, encodeEdges, hasInsideEdges } from '../../src/atoms/edge-column.ts';

const text = fc.oneof(
  fc.stringMatching(/^[a-z@/-]{1,12}$/),
  fc.string({ unit: fc.constantFrom('"', ',', '[', ']', '\\', 'a', 'é', '\n') }),
  fc.constantFrom('","inside"]', '"],["', '","', '', '\\","inside"]'),
);
const edges = fc.array(
  fc.record(
    {
      ...{ verb: text, target: text },
      standing: fc.constantFrom('inside' as const, 'outside' as const, 'dangling' as const),
    },
    { noNullPrototype: true },
  ),
);

test('edges are read as they were written', () => {
  fc.assert(
    fc.property(edges, (written) => {
      const column = encodeEdges(written);
      assert.deepEqual(decodeEdges(column), written);
      assert.equal(
        hasInsideEdges(column),
        written.some(({ standing }) => standing === 'inside'),
      );
    }),
  );
});

test('columns that another program wrote are read too', () => {
  const requires = { verb: 'requires', target: '@acme/a', standing: 'inside' };
  assert.deepEqual(decodeEdges('[ ["requires", "@acme/a", "inside"] ]'), [requires]);
  assert.deepEqual(decodeEdges('[["requires","@acme/a",null],["requires","@acme/a","inside"]]'), [
    { ...requires, standing: null },
    requires,
  ]);
  assert.throws(() => decodeEdges('[["requires","@acme/a","inside"'), SyntaxError);
});
