// Atoms: stored with their version, read in pages or whole, known while a latest version has them.
import assert from 'node:assert/strict';
import { diffInventories, type Inventory, TEXT_LEVELS } from '@prime-registry/atoms';
import { assessAtoms } from '@prime-registry/lint';
import {
  type DifferenceBudget,
  decodeComparedAtom,
  decodeGraphAtom,
  type RegistryStore,
  type VersionPair,
} from '@prime-registry/store';
import { type AtomSource, inventoryOf } from '../../primes/inventory.ts';
import { insert, insertNew, newVersion, versionOf, yank } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

const NAME = '@acme/web-style';
const V1 = versionOf('1.0.0');

const SOURCES: readonly AtomSource[] = [
  { id: '@acme/rule-alpha', description: 'Prefer Größe over "size"', tags: ['css', 'naming'] },
  {
    id: '@acme/rule-beta',
    edges: { requires: ['@acme/rule-alpha', '@acme/gone'], see: ['@other/fact-far'] },
  },
  { id: '@acme/fact-gamma', kind: 'fact', description: 'Bytes are cheap', notes: 'Longer 🦄 text' },
  { id: '@else/rule-delta', tags: ['css'] },
];

export function testAtoms(open: OpenStore): void {
  testWithStore(open, 'an inventory is read back, field for field', async (store) => {
    const inventory = await insertAtoms(store, '1.0.0', SOURCES);
    const { atoms, problems, problemCount } = inventory;
    const { assessment, ...read } = (await store.findInventory(NAME, versionOf('1.0.0+other'))) ?? {};
    assert.deepEqual(assessment, assessAtoms(inventory));
    assert.deepEqual(read, {
      atomCount: 4,
      kinds: [
        { kind: 'fact', count: 1 },
        { kind: 'rule', count: 3 },
      ],
      problems,
      problemCount,
      format: 2,
    });
    for (const { texts, source, ...facts } of atoms) {
      assert.ok(source?.includes(facts.id));
      assert.deepEqual(await store.findAtom(NAME, V1, facts.id), { facts, texts, source });
    }
    assert.deepEqual(
      (await Array.fromAsync(store.readGraphRows(NAME, V1))).flat().map(decodeGraphAtom),
      atoms.map(({ id, kind, name, label, description, edges }) => ({
        id,
        kind,
        name,
        label,
        description,
        edges,
      })),
    );
    assert.deepEqual(
      (await Array.fromAsync(store.readListedAtoms(NAME, V1))).flat(),
      atoms.map(({ texts: _, source: __, fields: ___, edges: ____, ...atom }) => atom),
    );
    assert.deepEqual(
      (await Array.fromAsync(store.readLinkedAtoms(NAME, V1))).flat(),
      atoms.map(({ texts: _, source: __, fields: ___, ...atom }) => atom),
    );
    for (const level of TEXT_LEVELS)
      assert.deepEqual(
        await store.readTexts(NAME, V1, [...atoms.map(({ id }) => id), '@acme/none'], level),
        new Map(atoms.map(({ id, texts }) => [id, texts[level]])),
      );
    const compared = (await Array.fromAsync((await store.findComparedRows(NAME, V1)) ?? []))
      .flat()
      .map(decodeComparedAtom);
    assert.equal(diffInventories(compared, atoms).bump, 'none');
    assert.deepEqual(
      compared,
      atoms.map(({ id, kind, name, hash, origin, edges, fields }) => ({
        ...{ id, kind, name, hash, origin, edges, fields },
      })),
    );
  });

  testWithStore(
    open,
    'the differences of versions are the atoms that changed, were added or removed',
    async (store) => {
      const [alpha, beta, gamma] = SOURCES;
      assert.ok(alpha && beta && gamma);
      const V2 = versionOf('2.0.0');
      await insertAtoms(store, '1.0.0', [alpha, beta]);
      await insertAtoms(store, '2.0.0', [{ ...alpha, description: 'Another one' }, beta, gamma]);
      await insert(store, { version: '3.0.0' });
      const budgetOf = (given: Partial<DifferenceBudget> = {}): DifferenceBudget => ({
        ...{ listed: 100, atoms: 100, characters: 100_000, isUsed: false },
        ...given,
      });
      const find = async (name: string, asked: readonly VersionPair[], budget = budgetOf()) =>
        (await store.findDifferences(name, asked, budget)).map((found) =>
          [found?.before, found?.after].map((rows) => rows?.map(({ atom }) => atom)),
        );
      const expected = [['@acme/rule-alpha'], ['@acme/rule-alpha', '@acme/fact-gamma']];
      const sorted = (lists: readonly (readonly (string[] | undefined)[])[]) =>
        lists.map((sides) => sides.map((atoms) => atoms?.toSorted()));
      const pairs = [
        [V1, V2],
        [V1, versionOf('3.0.0')],
        [V2, V1],
      ] as const;
      assert.deepEqual(
        sorted(await find(NAME, pairs, budgetOf({ atoms: 6, listed: 5 }))),
        sorted([expected, [undefined, undefined], expected.toReversed()]),
      );
      assert.equal((await find(NAME, pairs, budgetOf({ atoms: 5 }))).length, 2, 'as many pairs as fit');
      assert.deepEqual(await find('@acme/nothing', [[V1, V2]]), [[undefined, undefined]]);
      const [found] = await store.findDifferences(NAME, pairs, budgetOf());
      // A pair that never fits is not known; one that does not fit any more is left for the next time.
      const both = [pairs[0], pairs[2]];
      for (const small of [{ listed: 4 }, { atoms: 2 }, { characters: 0 }]) {
        assert.deepEqual(await find(NAME, both, budgetOf(small)), [[undefined, undefined]]);
        assert.deepEqual(await find(NAME, both, budgetOf({ ...small, isUsed: true })), []);
      }
      assert.equal(found?.before[0]?.description, alpha.description);
    },
  );

  testWithStore(open, 'a version without inventory differs from a version without atoms', async (store) => {
    await insert(store);
    await insertAtoms(store, '2.0.0', []);
    for (const missing of [V1, versionOf('3.0.0')]) {
      assert.equal(await store.findInventory(NAME, missing), undefined);
      assert.equal(await store.listAtoms(NAME, missing, { limit: 10, offset: 0 }), undefined);
      assert.equal(await store.findAtom(NAME, missing, '@acme/rule-alpha'), undefined);
      assert.deepEqual(await Array.fromAsync(store.readGraphRows(NAME, missing)), []);
      assert.deepEqual(await Array.fromAsync(store.readLinkedAtoms(NAME, missing)), []);
      assert.deepEqual(await Array.fromAsync(store.readListedAtoms(NAME, missing)), []);
      assert.equal((await store.readTexts(NAME, missing, ['@acme/rule-alpha'], 'core')).size, 0);
      assert.equal(await store.findComparedRows(NAME, missing), undefined);
    }
    const empty = versionOf('2.0.0');
    assert.equal((await store.findInventory(NAME, empty))?.atomCount, 0);
    assert.deepEqual(await store.listAtoms(NAME, empty, { limit: 10, offset: 0 }), { atoms: [], total: 0 });
    assert.deepEqual(await Array.fromAsync(store.readGraphRows(NAME, empty)), []);
    assert.equal(await store.findAtom(NAME, empty, '@acme/rule-alpha'), undefined);
  });

  testWithStore(open, 'atoms are listed by id, in pages, by kind and by words', async (store) => {
    await insertAtoms(store, '1.0.0', SOURCES);
    const list = async (query: { kind?: string; text?: string; limit?: number; offset?: number }) => {
      const page = await store.listAtoms(NAME, V1, { limit: 10, offset: 0, ...query });
      return [page?.total, ...(page?.atoms ?? []).map(({ id }) => id.slice(id.indexOf('-') + 1))];
    };
    assert.deepEqual(await list({}), [4, 'gamma', 'alpha', 'beta', 'delta']);
    assert.deepEqual(await list({ limit: 2, offset: 1 }), [4, 'alpha', 'beta']);
    assert.deepEqual(await list({ offset: 4 }), [4]);
    assert.deepEqual(await list({ kind: 'rule' }), [3, 'alpha', 'beta', 'delta']);
    assert.deepEqual(await list({ kind: 'rule', limit: 1, offset: 2 }), [3, 'delta']);
    assert.deepEqual(await list({ kind: 'constructor' }), [0]);
    assert.deepEqual(await list({ text: 'css' }), [2, 'alpha', 'delta']);
    assert.deepEqual(await list({ text: 'GROSSE nam' }), [1, 'alpha']);
    assert.deepEqual(await list({ text: 'css rule-al' }), [1, 'alpha']);
    assert.deepEqual(await list({ text: 'fact' }), [1, 'gamma']);
    assert.deepEqual(await list({ text: 'ytes' }), [0]);
    assert.deepEqual(await list({ text: 'css', kind: 'fact' }), [0]);
    const { atoms } = (await store.listAtoms(NAME, V1, { limit: 1, offset: 1 })) ?? {};
    const { edges, fields, ...listed } = (await store.findAtom(NAME, V1, '@acme/rule-alpha'))?.facts ?? {};
    assert.deepEqual(atoms, [listed]);
  });

  testWithStore(open, 'each of many atoms is found, and no other', async (store) => {
    const sources = Array.from({ length: 237 }, (_, index) => ({ id: `@acme/rule-${(index * 7) % 237}-x` }));
    await insertAtoms(store, '1.0.0', sources);
    for (const { id } of sources) assert.equal((await store.findAtom(NAME, V1, id))?.facts.id, id);
    for (const id of ['@acme/rule-0', '@acme/rule-237-x', '@acme/rule-99-y', '@a/a', '@z/z', '']) {
      assert.equal(await store.findAtom(NAME, V1, id), undefined, id);
    }
    assert.equal((await Array.fromAsync(store.readGraphRows(NAME, V1))).flat().length, 237);
    const ids = sources.map(({ id }) => id);
    for (const some of [ids.slice(0, 2), ids.slice(0, 150)]) {
      const texts = await store.readTexts(NAME, V1, [...some, '@a/a'], 'full');
      assert.deepEqual([...texts.keys()].sort(), some.toSorted());
    }
    const page = await store.listAtoms(NAME, V1, { text: 'rule 11', limit: 3, offset: 2 });
    assert.deepEqual(
      [page?.total, page?.atoms.map(({ id }) => id)],
      [11, ['@acme/rule-111-x', '@acme/rule-112-x', '@acme/rule-113-x']],
    );
  });

  testWithStore(open, 'each version has its own atoms, also if others share some of them', async (store) => {
    const changed = SOURCES.map((source, index) =>
      index === 0 ? { ...source, description: 'Another one' } : source,
    );
    const inventories = [
      await insertAtoms(store, '1.0.0', SOURCES),
      await insertAtoms(store, '1.1.0', changed),
      await insertAtoms(store, '2.0.0', changed.slice(1)),
      await insertAtoms(store, '2.1.0', SOURCES),
    ];
    for (const [index, version] of ['1.0.0', '1.1.0', '2.0.0', '2.1.0'].entries()) {
      for (const { texts, source, ...facts } of inventories[index]?.atoms ?? []) {
        assert.deepEqual(await store.findAtom(NAME, versionOf(version), facts.id), { facts, texts, source });
      }
    }
    assert.equal(await store.findAtom(NAME, versionOf('2.0.0'), '@acme/rule-alpha'), undefined);
    await insertAtoms(store, '1.0.0', SOURCES, '@acme/copy');
    assert.equal((await store.findAtom('@acme/copy', V1, '@acme/rule-beta'))?.facts.edges.length, 3);
  });

  testWithStore(open, 'an atom is known if a latest version has it', async (store) => {
    const homesOf = async (id: string) =>
      (await store.listAtomHomes(id)).map(({ name, version, isOwnScope }) =>
        [name, version, ...(isOwnScope ? ['own'] : [])].join(' '),
      );
    const [alpha, beta] = ['@acme/rule-alpha', '@acme/rule-beta'] as const;
    await insertAtoms(store, '1.0.0', SOURCES, '@stranger/first');
    await insertAtoms(store, '1.0.0', SOURCES.slice(0, 1));
    assert.deepEqual(await homesOf(alpha), [`${NAME} 1.0.0 own`, '@stranger/first 1.0.0']);
    assert.deepEqual(await homesOf(beta), ['@stranger/first 1.0.0']);
    assert.deepEqual(await homesOf('@acme/gone'), []);

    await insertAtoms(store, '1.1.0', SOURCES.slice(1, 2));
    assert.deepEqual(await homesOf(alpha), ['@stranger/first 1.0.0']);
    assert.deepEqual(await homesOf(beta), [`${NAME} 1.1.0 own`, '@stranger/first 1.0.0']);
    await insertAtoms(store, '1.0.1', SOURCES);
    assert.deepEqual(await homesOf(alpha), ['@stranger/first 1.0.0'], 'not the latest');
    await yank(store, '1.1.0');
    assert.deepEqual(await homesOf(alpha), [`${NAME} 1.0.1 own`, '@stranger/first 1.0.0']);
    await insert(store, { version: '1.2.0' });
    assert.deepEqual(await homesOf(alpha), ['@stranger/first 1.0.0'], 'the latest was not read');
    for (const version of ['1.0.1', '1.0.0', '1.2.0']) await yank(store, version);
    assert.deepEqual(await homesOf(alpha), ['@stranger/first 1.0.0']);
    assert.deepEqual([...(await store.findKnownAtoms([alpha, '@acme/gone', alpha, '']))], [alpha]);
    await yank(store, '1.0.0', undefined, '@stranger/first');
    assert.deepEqual([...(await store.findKnownAtoms([alpha, beta]))], []);
  });

  testWithStore(open, 'a failed insert leaves no atoms', async (store) => {
    const inventory = await inventoryOf(SOURCES);
    const failing = store.insertVersion(newVersion({ inventory }), () =>
      Promise.reject(new Error('disk full')),
    );
    await assert.rejects(failing);
    assert.equal(await store.findInventory(NAME, V1), undefined);
    assert.deepEqual(await store.listAtomHomes('@acme/rule-alpha'), []);
    await insertAtoms(store, '1.0.0', SOURCES.slice(1));
    assert.equal((await store.findInventory(NAME, V1))?.atomCount, 3);
  });

  testWithStore(open, 'concurrent inserts each keep their own atoms', async (store) => {
    const failure = new Error('disk full');
    const drafts = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => ({
        name: `@acme/p${index % 3}`,
        version: `1.${index % 8}.0`,
        inventory: await inventoryOf([...SOURCES, { id: `@acme/own-${index}` }]),
      })),
    );
    const outcomes = await Promise.allSettled(
      drafts.map((draft, index) =>
        insertNew(store, newVersion(draft), async () => {
          if (index % 5 === 0) throw failure;
        }),
      ),
    );
    for (const [index, { name, version, inventory }] of drafts.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status !== 'fulfilled' || !outcome.value) continue;
      const read = (await Array.fromAsync(store.readGraphRows(name, versionOf(version)))).flat();
      assert.deepEqual(
        read.map(({ atom }) => atom),
        inventory.atoms.map(({ id }) => id),
      );
    }
  });

  testWithStore(open, 'an atom is found in each version of a Prime, as it is there', async (store) => {
    const beta = { id: '@acme/rule-beta', description: 'Before' };
    const others = SOURCES.filter(({ id }) => id !== beta.id);
    const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'];
    await insertAtoms(store, '1.0.0', others);
    await insertAtoms(store, '1.1.0', [...others, beta]);
    await insertAtoms(store, '1.2.0', [...others, beta, { id: '@acme/aaa' }]);
    await insertAtoms(store, '1.3.0', [{ ...beta, description: 'After' }]);
    await insert(store, { version: '1.4.0' });
    const states = await store.listAtomStates(NAME, beta.id, [...versions.toReversed(), '9.0.0']);
    assert.deepEqual(
      states.map(({ identity, found }) => [identity, found !== undefined]),
      [
        ['1.3.0', true],
        ['1.2.0', true],
        ['1.1.0', true],
        ['1.0.0', false],
      ],
      'not of versions without an inventory',
    );
    const [after, same, before] = states.map(({ found }) => found);
    assert.deepEqual(same, before);
    assert.notEqual(after?.hash, before?.hash);
    assert.deepEqual(
      after?.fields.map(({ field }) => field),
      before?.fields.map(({ field }) => field),
    );
    assert.deepEqual(await store.listAtomStates('@acme/none', beta.id, ['1.0.0']), []);
  });

  testWithStore(open, 'an inventory can be stored later, and replaced', async (store) => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await insert(store, { version });
    const { name } = newVersion();
    const listAll = async () => {
      const { unread, lastId } = await store.listUnreadVersions(0, 10);
      return [unread.map(({ version }) => version), (await store.listUnreadVersions(lastId ?? 0, 1)).lastId];
    };
    assert.deepEqual(await listAll(), [['1.0.0', '1.1.0', '1.2.0'], undefined]);
    const full = await inventoryOf(SOURCES);
    assert.equal(await store.replaceInventory(name, versionOf('1.2.0'), full), true);
    assert.equal(await store.replaceInventory(name, versionOf('7.0.0'), full), false);
    assert.deepEqual(await listAll(), [['1.0.0', '1.1.0'], undefined]);
    assert.equal((await store.listAtomHomes('@acme/rule-beta')).length, 1);
    const [first] = (await store.listUnreadVersions(0, 1)).unread;
    assert.deepEqual(first, {
      id: first?.id,
      name: NAME,
      version: '1.0.0',
      sha256: 'ab'.repeat(32),
      sizeBytes: 1234,
    });

    await store.replaceInventory(name, versionOf('1.2.0'), await inventoryOf(SOURCES.slice(0, 1)));
    assert.deepEqual(await store.listAtomHomes('@acme/rule-beta'), []);
    assert.equal((await store.listAtoms(NAME, versionOf('1.2.0'), { limit: 1, offset: 0 }))?.total, 1);
    assert.deepEqual(await store.findDefects(), []);
  });
}

async function insertAtoms(
  store: RegistryStore,
  version: string,
  sources: readonly AtomSource[],
  name = NAME,
): Promise<Inventory> {
  const inventory = await inventoryOf(sources);
  assert.equal(await insert(store, { name, version, inventory }), true);
  return inventory;
}
