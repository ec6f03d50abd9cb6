import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { createEntrySet } from '../../src/log/defects/entry-set.ts';

test('a set of entries has those that were added, and none behind the log', () => {
  const indexes = fc.array(fc.nat(300), { maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), indexes, (size, added) => {
      const set = createEntrySet(size);
      for (const index of added) set.add(index);
      for (let index = 0; index < size; index += 1) assert.equal(set.has(index), added.includes(index));
      for (let index = size + 8; index < 310; index += 1) assert.equal(set.has(index), false);
    }),
  );
});
