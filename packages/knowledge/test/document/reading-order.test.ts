// The order in which the atoms of a Prime are read.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { orderForReading } from '../../src/document/reading-order.ts';

/** Atoms from `a: b c`, which means that a requires b and c. */
function atoms(...lines: readonly string[]) {
  return lines.map((line) => {
    const [id = '', targets = ''] = line.split(':');
    return { id, edges: targets.split(' ').map((target) => ({ verb: 'requires', target })) };
  });
}

describe('The reading order', () => {
  test('has an atom after those that it builds on, near to them, and otherwise is by id', () => {
    assert.deepEqual(orderForReading(atoms('c', 'b', 'a')), ['a', 'b', 'c']);
    assert.deepEqual(orderForReading(atoms('a:z', 'b', 'z:y', 'y')), ['y', 'z', 'a', 'b']);
    assert.deepEqual(orderForReading(atoms('a:@other/x', 'b')), ['a', 'b']);
  });

  test('goes by the verbs that say so', () => {
    const order = (verb: string): string[] =>
      orderForReading([
        { id: 'a', edges: [{ verb, target: 'b' }] },
        { id: 'b', edges: [] },
      ]);
    for (const verb of ['requires', 'extends', 'includes', 'must-include', 'derived-from', 'specializes'])
      assert.deepEqual(order(verb), ['b', 'a'], verb);
    for (const verb of ['conflicts', 'see-also', 'related', 'supplies-to', 'must-avoid'])
      assert.deepEqual(order(verb), ['a', 'b'], verb);
  });

  test('has every atom of a circle once', () => {
    assert.deepEqual(orderForReading(atoms('a:b', 'b:c', 'c:a', 'd:d')), ['c', 'b', 'a', 'd']);
  });

  test('depends on the set of atoms alone, and on no order of theirs', () => {
    const ids = 'abcdefgh'.split('');
    const drawn = fc.array(fc.tuple(fc.constantFrom(...ids), fc.subarray(ids)), { maxLength: 8 });
    fc.assert(
      fc.property(drawn, (pairs) => {
        const given = [...new Map(pairs)].map(([id, targets]) => `${id}:${targets.join(' ')}`);
        const ordered = orderForReading(atoms(...given));
        assert.deepEqual(orderForReading(atoms(...given.toReversed())), ordered);
        assert.deepEqual(ordered.toSorted(), [...new Map(pairs).keys()].toSorted());
        const reach = reachOf(new Map(pairs));
        for (const [id, others] of reach)
          for (const other of others)
            assert.ok(reach.get(other)?.has(id) || ordered.indexOf(other) < ordered.indexOf(id));
      }),
    );
  });

  test('takes chains that are longer than a call stack', () => {
    const count = 50_000;
    const chain = Array.from({ length: count }, (_, index) => `${index}:${index + 1}`);
    const ordered = orderForReading(atoms(...chain));
    assert.equal(ordered.length, count);
    assert.equal(ordered[0], String(count - 1));
  });
});

/** The atoms that each atom builds on, directly or not. */
function reachOf(edges: ReadonlyMap<string, readonly string[]>): Map<string, ReadonlySet<string>> {
  const reach = new Map<string, ReadonlySet<string>>();
  for (const start of edges.keys()) {
    const seen = new Set<string>();
    const waiting = [start];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      for (const target of edges.get(id) ?? []) {
        if (seen.has(target) || !edges.has(target)) continue;
        seen.add(target);
        waiting.push(target);
      }
    }
    reach.set(start, seen);
  }
  return reach;
}
