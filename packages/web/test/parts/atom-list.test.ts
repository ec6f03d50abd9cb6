// The list of the atoms of a version: its order, and pauses while it is made.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AtomLister } from '../../src/parts/atom/atom-list.ts';

const atomOf = (id: string, kind = 'rule') => ({ id, kind, label: undefined, description: '' });
const withoutPauses = (): undefined => undefined;

test('numbers are sorted by their value, kinds by how many atoms they have', async () => {
  const lister = new AtomLister();
  for (const id of ['@a/n-10', '@a/n-2', '@a/n-02', '@a/m-3-b', '@a/m-3', '@a/n']) lister.add(atomOf(id));
  lister.add(atomOf('@a/only', 'fact'));
  const { kinds, count } = await lister.finish(withoutPauses);
  assert.equal(count, 7);
  assert.deepEqual(
    kinds.map(({ kind, atoms }) => [kind, atoms.map(({ id }) => id)]),
    [
      ['rule', ['@a/m-3', '@a/m-3-b', '@a/n', '@a/n-2', '@a/n-02', '@a/n-10']],
      ['fact', ['@a/only']],
    ],
  );
});

test('ten thousand atoms are sorted with pauses', async () => {
  const lister = new AtomLister();
  for (let index = 0; index < 10_000; index += 1) lister.add(atomOf(`@a/rule-${index}`));
  let pauses = 0;
  const { kinds } = await lister.finish(() => {
    pauses += 1;
    return undefined;
  });
  assert.ok(pauses >= 10_000, `${pauses} pauses`);
  assert.deepEqual(
    kinds[0]?.atoms.map(({ id }) => id),
    Array.from({ length: 10_000 }, (_, index) => `@a/rule-${index}`),
  );
});
