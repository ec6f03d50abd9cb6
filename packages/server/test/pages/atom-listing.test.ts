// The list of the atoms of a version is made with pauses: a version may have ten thousand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getValue, parseVersion } from '@prime-registry/protocol';
import { listAtoms } from '../../src/routes/pages/atom/list-atoms.ts';

const BATCHES = 20;
/** Longer than the thread may be held at a time. */
const BATCH_MS = 10;

test('others get turns while atoms are listed', async () => {
  let turns = 0;
  const store = {
    async *readListedAtoms() {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const endMs = performance.now() + BATCH_MS;
        while (performance.now() < endMs);
        const id = `@acme/rule-${batch}`;
        yield [{ id, kind: 'rule', name: '', description: '', tags: [], edges: [] }];
      }
    },
  };
  const others = setInterval(() => {
    turns += 1;
  }, 1);
  try {
    const pageCache = { listings: { getOrLoad: (_key: string, load: () => unknown) => load() } };
    const deps = { store, pageCache } as unknown as Parameters<typeof listAtoms>[0];
    const version = getValue(parseVersion('1.0.0'));
    const { count } = await listAtoms(deps, '@acme/many', version, 'key');
    assert.equal(count, BATCHES);
    assert.ok(turns >= BATCHES / 2, `${turns} turns`);
  } finally {
    clearInterval(others);
  }
});
