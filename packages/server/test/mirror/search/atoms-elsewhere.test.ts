// Where an atom may be in registries behind: an upstream says anything.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AtomsElsewhere } from '../../../src/mirror/search/atoms-elsewhere.ts';
import type { Upstream } from '../../../src/mirror/upstreams/upstream.ts';

test('an upstream that lists a Prime of another one without end is not looked up without end', async () => {
  let lookups = 0;
  const upstream = {
    url: 'https://registry.example',
    supplies: () => true,
    findAtomHomes: async () =>
      Array.from({ length: 50_000 }, () => ({ name: '@acme/taken', version: '1.0.0' })),
  } as Partial<Upstream> as Upstream;
  const elsewhere = new AtomsElsewhere({
    upstreams: [upstream],
    localScopes: new Set(),
    now: Date.now,
    store: {
      async findStanding() {
        lookups += 1;
        return { isLocalScope: false, origin: 'https://another.example' };
      },
    },
  });
  assert.deepEqual(await elsewhere.find('@acme/rule-x'), []);
  assert.ok(lookups <= 101, `${lookups} lookups`);
});
