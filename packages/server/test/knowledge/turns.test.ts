// Reading all atoms of a version lets other requests have their turn: authors decide how many there are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type KnowledgeSource, readSkill } from '@prime-registry/knowledge';
import type { VersionRecord } from '@prime-registry/store';
import { PrimeFacts } from '../../src/knowledge/prime-facts.ts';
import { StoreKnowledge, type StoreKnowledgeDeps } from '../../src/knowledge/store-knowledge.ts';

const BATCHES = 20;
const VERSION = { name: '@acme/large', version: '1.0.0', sha256: '0'.repeat(64), atoms: 0, description: '' };
const RECORD = VERSION as Partial<VersionRecord> as VersionRecord;
const ATOM = { kind: 'rule', description: '', tags: [], edges: [], tokens: { summary: 1, core: 1, full: 1 } };

async function* readAtoms() {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    yield Array.from({ length: 200 }, (_, index) => ({ ...ATOM, id: `@acme/a-${batch * 200 + index}` }));
  }
}

const store = {
  findVersion: async () => RECORD,
  findInventory: async () => undefined,
  findLoggedVersion: async () => undefined,
  readListedAtoms: readAtoms,
  readLinkedAtoms: readAtoms,
  readTexts: async () => new Map(),
};
const deps = {
  store,
  mirror: { findLifecycle: async () => undefined },
  registry: 'here',
} as unknown as StoreKnowledgeDeps;
const source: KnowledgeSource = new StoreKnowledge(deps);
const prime = {
  ...VERSION,
  ...{ license: undefined, requires: {}, yanked: false, deprecated: undefined, from: 'here' },
  ...{ logIndex: undefined, kinds: [], atomCount: 1, tokens: ATOM.tokens },
};

for (const [what, work] of Object.entries({
  'counting tokens': () => new PrimeFacts(deps).describe(RECORD),
  'reading atoms': () => Array.fromAsync(source.readAtoms(VERSION)),
  'reading texts for a skill': () =>
    readSkill(source, prime, { render: () => assert.fail('not rendered') }).catch(() => {}),
})) {
  test(`${what} gives others a turn after each batch that took long`, async (t) => {
    let nowMs = 0;
    // Each look at the clock is ten milliseconds later.
    t.mock.method(performance, 'now', () => {
      nowMs += 10;
      return nowMs;
    });
    let turns = 0;
    let isDone = false;
    const count = async () => {
      while (!isDone) {
        await setImmediate();
        turns += 1;
      }
    };
    const counting = count();
    await work();
    isDone = true;
    await counting;
    // Atoms in batches, for a skill also their texts.
    assert.ok(turns >= (what.endsWith('skill') ? 1.5 : 1) * BATCHES, `${turns} turns`);
  });
}
