// A part of the measurement of docs/benchmarks.md: how many of the atoms that a task needs are in its context, next to
// what a search gives. Raise the numbers when you improve them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packContext } from '@prime-registry/knowledge';
import {
  HELD_OUT_TASKS,
  KNOWN_TASKS,
  makeSearchedSource,
  readCorpusPrimes,
  searchWithin,
} from '@prime-registry/testkit/knowledge';

const BUDGET = 2000;

test('contexts have more of the atoms that tasks need than searches, also of tasks that were held out', async () => {
  const source = await makeSearchedSource(await readCorpusPrimes());
  for (const [tasks, reached] of [
    [KNOWN_TASKS, 0.8493],
    [HELD_OUT_TASKS, 0.7499],
  ] as const) {
    let context = 0;
    let search = 0;
    for (const { task, search: typed, atoms } of tasks) {
      const packed = await packContext(source, { query: task, budget: BUDGET });
      const ids = new Set(packed.atoms.map(({ id }) => id));
      context += atoms.filter((id) => ids.has(id)).length / atoms.length;
      const found = await searchWithin(source, typed, BUDGET);
      search += atoms.filter((id) => found.has(id)).length / atoms.length;
    }
    const mean = context / tasks.length;
    assert.ok(mean >= reached, `${mean.toFixed(4)}`);
    assert.ok(context > search, `${context} and ${search}`);
  }
});

test('every task names existing atoms', async () => {
  const source = await makeSearchedSource(await readCorpusPrimes());
  for (const { task, atoms } of [...KNOWN_TASKS, ...HELD_OUT_TASKS]) {
    for (const id of atoms) assert.ok((await source.findAtom(id, {})) !== undefined, `${task}: ${id}`);
  }
});
