// Edges between Primes: found by their target, for latest versions, in bounded pages.
import assert from 'node:assert/strict';
import { contentKeyOf } from '@prime-registry/atoms';
import type { EdgesIn, RegistryStore } from '@prime-registry/store';
import { type AtomSource, inventoryOf } from '../../primes/inventory.ts';
import { insert, yank } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

const TARGET = '@base/rule-alpha';
const BASE: readonly AtomSource[] = [
  { id: TARGET },
  { id: '@base/rule-beta', edges: { requires: [TARGET] } },
];

export function testAtomLinks(open: OpenStore): void {
  testWithStore(open, 'edges that leave their Prime are found by their target', async (store) => {
    await publish(store, '@acme/base', '1.0.0', BASE);
    await publish(store, '@acme/one', '1.0.0', [
      {
        id: '@one/rule-a',
        description: 'Says one thing',
        edges: { requires: [TARGET, '@one/rule-b', '@base/gone'], see: [TARGET] },
      },
      { id: '@one/rule-b', kind: 'fact', edges: { see: ['@one/gone', TARGET] } },
    ]);
    assert.deepEqual(await store.listEdgesIn(TARGET, { limit: 10 }), {
      edges: [
        {
          verbs: ['requires', 'see'],
          from: '@one/rule-a',
          kind: 'rule',
          ...{ label: undefined, description: 'Says one thing' },
          name: '@acme/one',
          version: '1.0.0',
        },
        {
          verbs: ['see'],
          from: '@one/rule-b',
          kind: 'fact',
          ...{ label: undefined, description: '', name: '@acme/one', version: '1.0.0' },
        },
      ],
      next: undefined,
    });
    assert.deepEqual(await sourcesOf(store, '@base/gone'), ['@acme/one 1.0.0 @one/rule-a']);
    assert.deepEqual(await sourcesOf(store, '@one/gone'), ['@acme/one 1.0.0 @one/rule-b']);
    assert.deepEqual(await sourcesOf(store, '@one/rule-b'), [], 'within the Prime');
  });

  testWithStore(open, 'edges follow the latest version', async (store) => {
    await publish(store, '@acme/one', '1.0.0', [{ id: '@one/rule-a', edges: { see: [TARGET] } }]);
    await publish(store, '@acme/one', '1.1.0', [
      { id: '@one/rule-a' },
      { id: '@one/rule-c', edges: { see: [TARGET] } },
    ]);
    assert.deepEqual(await sourcesOf(store), ['@acme/one 1.1.0 @one/rule-c']);
    await yank(store, '1.1.0', undefined, '@acme/one');
    assert.deepEqual(await sourcesOf(store), ['@acme/one 1.0.0 @one/rule-a']);
    await yank(store, '1.0.0', undefined, '@acme/one');
    assert.deepEqual(await sourcesOf(store), []);
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'many edges to one atom come in pages', async (store) => {
    const sources = (scope: string) =>
      Array.from({ length: 130 }, (_, index) => ({ id: `${scope}/rule-${index}`, edges: { see: [TARGET] } }));
    await publish(store, '@acme/one', '1.0.0', sources('@one'));
    await publish(store, '@acme/two', '1.0.0', sources('@two'));
    const seen: string[] = [];
    let after: EdgesIn['next'];
    for (let pages = 0; pages < 4; pages += 1) {
      const page = await store.listEdgesIn(TARGET, { after, limit: 70 });
      seen.push(...page.edges.map(({ from }) => from));
      assert.equal(page.next === undefined, pages === 3, `page ${pages}`);
      after = page.next;
    }
    assert.equal(new Set(seen).size, 260);
    assert.ok(
      seen.slice(0, 130).every((from) => from.startsWith('@one/')),
      'earlier Primes first',
    );
    assert.deepEqual(await store.listEdgesIn(TARGET, { after: { primeId: 1e9, contentId: 0 }, limit: 1 }), {
      edges: [],
      next: undefined,
    });
  });

  testWithStore(open, 'at most 64 targets of an atom are indexed', async (store) => {
    const targets = Array.from({ length: 90 }, (_, index) => `@far/rule-${index}`);
    await publish(store, '@acme/one', '1.0.0', [{ id: '@one/rule-a', edges: { see: targets } }]);
    const found = await Promise.all(targets.map((target) => sourcesOf(store, target)));
    assert.equal(found.flat().length, 64);
  });

  testWithStore(open, 'holders of atoms are found for many at once', async (store) => {
    await publish(store, '@acme/copy', '1.0.0', BASE.slice(0, 1));
    await publish(store, '@base/base', '1.0.0', BASE);
    await publish(store, '@acme/other', '2.0.0', [{ id: TARGET, description: 'Says something else' }]);
    const ids = [TARGET, '@base/rule-beta', '@no/where', '', TARGET];
    const holders = await store.findAtomHolders(ids);
    assert.deepEqual([...holders.keys()].toSorted(), ids.slice(0, 2).toSorted());
    const ofTarget = holders.get(TARGET) ?? [];
    assert.deepEqual(
      ofTarget.map(({ name, version, isOwnScope }) => [name, version, isOwnScope]),
      [
        ['@base/base', '1.0.0', true],
        ['@acme/copy', '1.0.0', false],
        ['@acme/other', '2.0.0', false],
      ],
    );
    assert.deepEqual(ofTarget[0]?.atom, { kind: 'rule', label: undefined, description: '' });
    const [own, copy, other] = ofTarget.map(({ hash }) => hash);
    assert.equal(own, copy);
    assert.notEqual(own, other);
    for (let index = 0; index < 7; index += 1)
      await publish(store, `@acme/p${index}`, '1.0.0', BASE.slice(0, 1));
    assert.equal((await store.findAtomHolders([TARGET])).get(TARGET)?.length, 5);
    assert.deepEqual(await store.findAtomHolders([]), new Map());
  });

  testWithStore(open, 'copies of atoms are found under any id, in latest versions', async (store) => {
    const says = { description: 'Says one thing' };
    const [key = '', other = ''] = await keysOf([
      { id: '@x/rule-x', ...says },
      { id: '@x/rule-y', description: 'Says another thing' },
    ]);
    await publish(store, '@acme/old', '1.0.0', [{ id: '@acme/rule-a', ...says }]);
    await publish(store, '@acme/new', '1.0.0', [
      { id: '@acme/rule-b', ...says, edges: { see: [TARGET] } },
      { id: '@acme/rule-c', description: 'Says something else' },
    ]);
    const old = { id: '@acme/rule-a', name: '@acme/old', version: '1.0.0' };
    const copy = { id: '@acme/rule-b', name: '@acme/new', version: '1.0.0' };
    assert.deepEqual(await store.findCopies([key, other, key]), new Map([[key, [old, copy]]]));
    await publish(store, '@acme/old', '1.1.0', [{ id: '@acme/rule-a', description: 'Changed' }]);
    assert.deepEqual(await store.findCopies([key]), new Map([[key, [copy]]]));
    await yank(store, '1.1.0', undefined, '@acme/old');
    assert.deepEqual(await store.findCopies([key]), new Map([[key, [old, copy]]]));
    for (let index = 0; index < 7; index += 1)
      await publish(store, `@acme/p${index}`, '1.0.0', [{ id: `@acme/rule-p${index}`, ...says }]);
    assert.equal((await store.findCopies([key])).get(key)?.length, 5);
    assert.deepEqual(await store.findCopies([]), new Map());
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(open, 'links of a Prime lead to Primes, and from them', async (store) => {
    await publish(store, '@base/base', '1.0.0', BASE);
    await publish(store, '@acme/one', '1.0.0', [
      { id: '@one/rule-a', edges: { see: [TARGET, '@no/where'] } },
    ]);
    await publish(store, '@acme/two', '1.2.0', [
      { id: '@two/rule-a', edges: { see: [TARGET, '@one/rule-a'] } },
    ]);
    const one = { name: '@acme/one', version: '1.0.0' };
    const two = { name: '@acme/two', version: '1.2.0' };
    const base = { name: '@base/base', version: '1.0.0' };
    assert.deepEqual(await store.findPrimeLinks('@base/base'), { leadsTo: [], ledFrom: [one, two] });
    assert.deepEqual(await store.findPrimeLinks('@acme/one'), { leadsTo: [base], ledFrom: [two] });
    assert.deepEqual(await store.findPrimeLinks('@no/prime'), { leadsTo: [], ledFrom: [] });
  });
}

async function keysOf(sources: readonly AtomSource[]): Promise<(string | undefined)[]> {
  const { atoms } = await inventoryOf(sources);
  return atoms.map(contentKeyOf);
}

async function publish(
  store: RegistryStore,
  name: string,
  version: string,
  sources: readonly AtomSource[],
): Promise<void> {
  const inventory = await inventoryOf(sources);
  assert.equal(await insert(store, { name, version, inventory }), true);
}

async function sourcesOf(store: RegistryStore, target = TARGET): Promise<string[]> {
  const { edges } = await store.listEdgesIn(target, { limit: 10 });
  return edges.map(({ name, version, from }) => `${name} ${version} ${from}`);
}
