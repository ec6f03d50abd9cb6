// The lists for pages and feeds: latest publishes, Primes of a scope, totals.
import assert from 'node:assert/strict';
import { inventoryOf } from '../primes/inventory.ts';
import { ACT, insert, versionOf, yank } from './inserts/new-version.ts';
import { type OpenStore, testWithStore } from './with-store.ts';

const versionsOf = (list: readonly { name: string; version: string }[]): string[] =>
  list.map(({ name, version }) => `${name}@${version}`);

export function testCatalogue(open: OpenStore): void {
  testWithStore(
    open,
    'latest publishes are listed newest first, for all, a scope or a Prime',
    async (store) => {
      await insert(store, { name: '@acme/b', version: '2.0.0', publishedAtMs: 5000, description: 'b, 2' });
      await insert(store, { name: '@acme/a', version: '1.0.0', publishedAtMs: 9000 });
      await insert(store, { name: '@acme-x/a', version: '1.0.0' });
      await insert(store, { name: '@acme/b', version: '1.0.0', atoms: 7, license: 'MIT' });
      const all = ['@acme/b@1.0.0', '@acme-x/a@1.0.0', '@acme/a@1.0.0', '@acme/b@2.0.0'];
      assert.deepEqual(versionsOf(await store.listPublishes({}, 10)), all);
      assert.deepEqual(versionsOf(await store.listPublishes({}, 2)), all.slice(0, 2));
      const ofScope = await store.listPublishes({ scope: '@acme' }, 10);
      assert.deepEqual(
        versionsOf(ofScope),
        all.filter((each) => each.startsWith('@acme/')),
      );
      const ofPrime = await store.listPublishes({ name: '@acme/b' }, 10);
      assert.deepEqual(versionsOf(ofPrime), ['@acme/b@1.0.0', '@acme/b@2.0.0']);
      const { publishedAtMs, ...facts } = ofPrime[1] ?? assert.fail();
      assert.deepEqual(
        [publishedAtMs, facts],
        [5000, { name: '@acme/b', version: '2.0.0', description: 'b, 2', license: 'Apache-2.0', atoms: 3 }],
      );
      assert.deepEqual([ofPrime[0]?.atoms, ofPrime[0]?.license], [7, 'MIT']);
      for (const nothing of [{ scope: '@acm' }, { scope: '' }, { name: '@acme/c' }])
        assert.deepEqual(await store.listPublishes(nothing, 10), []);
    },
  );

  testWithStore(open, 'yanked versions are not among the latest publishes', async (store) => {
    for (const version of ['1.0.0', '1.1.0']) await insert(store, { version });
    await yank(store, '1.1.0');
    for (const selection of [{}, { scope: '@acme' }, { name: '@acme/web-style' }]) {
      assert.deepEqual(versionsOf(await store.listPublishes(selection, 10)), ['@acme/web-style@1.0.0']);
    }
  });

  testWithStore(open, 'lists mark a deprecated latest version', async (store) => {
    for (const version of ['1.0.0', '1.1.0']) await insert(store, { version });
    await insert(store, { name: '@acme/other' });
    const marks = async (): Promise<unknown[]> => [
      (await store.listPrimesOf('@acme', '', 10)).map(({ deprecated }) => deprecated),
      (await store.listPublishes({}, 10)).map(({ deprecated }) => deprecated),
    ];
    const act = { ...ACT, action: 'deprecate' as const };
    const deprecate = (range: string) =>
      store.setDeprecation({ name: '@acme/web-style', atMs: 1, act }, { range, message: 'old' });
    await deprecate('1.0.0');
    assert.deepEqual(await marks(), [
      [undefined, undefined],
      [undefined, undefined, undefined],
    ]);
    await deprecate('<2.0.0');
    assert.deepEqual(await marks(), [
      [undefined, true],
      [undefined, true, undefined],
    ]);
  });

  testWithStore(open, 'a scope lists its Primes by name, each with its latest version', async (store) => {
    for (const name of ['@acme/c', '@acme/a', '@acme/b', '@acme-x/a', '@acmf/a', '@acme/d', '@acm/a']) {
      for (const version of ['1.0.0', '2.0.0-rc.1', '1.1.0']) await insert(store, { name, version });
    }
    await yank(store, '1.1.0', undefined, '@acme/b');
    for (const version of ['1.0.0', '1.1.0']) await yank(store, version, undefined, '@acme/c');
    for (const version of ['1.0.0', '1.1.0', '2.0.0-rc.1']) await yank(store, version, undefined, '@acme/d');
    const expected = ['@acme/a@1.1.0', '@acme/b@1.0.0', '@acme/c@2.0.0-rc.1'];
    assert.deepEqual(versionsOf(await store.listPrimesOf('@acme', '', 10)), expected);
    assert.deepEqual(versionsOf(await store.listPrimesOf('@acme', '', 2)), expected.slice(0, 2));
    assert.deepEqual(versionsOf(await store.listPrimesOf('@acme', '@acme/a', 10)), expected.slice(1));
    assert.deepEqual(versionsOf(await store.listPrimesOf('@acme', '@acme/aa', 10)), expected.slice(1));
    assert.deepEqual(await store.listPrimesOf('@acme', '@b/a', 10), []);
    assert.deepEqual(await store.listPrimesOf('@nobody', '', 10), []);
    for (const version of ['1.0.0', '2.0.0-rc.1']) await yank(store, version, undefined, '@acme/b');
    const rest = ['@acme/a@1.1.0', '@acme/c@2.0.0-rc.1'];
    // Those whose versions are all yanked are Primes all the same.
    assert.deepEqual(await store.countPrimesOf('@acme'), { primes: 4, isMore: false });
    assert.deepEqual(await store.countPrimesOf('@nobody'), { primes: 0, isMore: false });
    for (const limit of [1, 2, 3])
      assert.deepEqual(versionsOf(await store.listPrimesOf('@acme', '', limit)), rest.slice(0, limit));
  });

  testWithStore(
    open,
    'all Primes, local and mirrored, are listed in byte order of their names',
    async (store) => {
      const origin = 'https://registry.example/a';
      for (const name of ['@b/a', '@a/b', '@a-b/c', '@a.b/c', '@a0/c', '@a/a', '@a/yanked', '@a/pre'])
        await insert(store, { name, version: '1.0.0-rc.1' });
      for (const version of ['1.10.0', '1.9.0', '2.0.0-rc.1']) {
        await insert(store, { name: '@a/b', version });
        await insert(store, { name: '@mirrored/a', version, origin });
      }
      await yank(store, '1.10.0', undefined, '@a/b');
      await yank(store, '1.0.0-rc.1', undefined, '@a/yanked');
      const listed = async (...query: Parameters<typeof store.listPrimes>) =>
        (await store.listPrimes(...query)).map(
          ({ name, latest, versions, origin: from }) =>
            `${name} ${latest} ${versions}${from === undefined ? '' : ` ${from}`}`,
        );
      const ofA = ['@a/a 1.0.0-rc.1 1', '@a/b 1.9.0 4', '@a/pre 1.0.0-rc.1 1', '@a/yanked undefined 1'];
      const all = [
        ...['@a-b/c 1.0.0-rc.1 1', '@a.b/c 1.0.0-rc.1 1', ...ofA, '@a0/c 1.0.0-rc.1 1', '@b/a 1.0.0-rc.1 1'],
        `@mirrored/a 1.10.0 3 ${origin}`,
      ];
      assert.deepEqual(await listed(undefined, '', 100), all);
      assert.deepEqual(await listed(undefined, '', 3), all.slice(0, 3));
      assert.deepEqual(await listed(undefined, '@a/a', 100), all.slice(3));
      assert.deepEqual(await listed(undefined, '@a/aa', 2), all.slice(3, 5));
      assert.deepEqual(await listed('@a', '', 100), ofA);
      assert.deepEqual(await listed('@a', '@a-b/c', 100), ofA);
      assert.deepEqual(await listed('@a', '@a/b', 1), ofA.slice(2, 3));
      assert.deepEqual(await listed('@a', '@b/a', 100), []);
      assert.deepEqual(await listed('@nobody', '', 100), []);
    },
  );

  testWithStore(open, 'the versions of a Prime are listed in descending order, with yanks', async (store) => {
    for (const version of ['1.0.0', '1.10.0-rc.1', '1.2.0', '1.10.0'])
      await insert(store, { version, sizeBytes: version.length, atoms: 2 });
    await yank(store, '1.2.0');
    const summaries = await store.listVersionSummaries('@acme/web-style');
    assert.deepEqual(
      summaries.map(({ version, yanked, sizeBytes, atoms }) => [version, yanked, sizeBytes, atoms]),
      [
        ['1.10.0', false, 6, 2],
        ['1.10.0-rc.1', false, 11, 2],
        ['1.2.0', true, 5, 2],
        ['1.0.0', false, 5, 2],
      ],
    );
    assert.deepEqual(await store.listVersionSummaries('@acme/absent'), []);
  });

  testWithStore(open, 'lists count the atoms that were read, if any were', async (store) => {
    const inventory = await inventoryOf([{ id: '@acme/one' }, { id: '@acme/two' }]);
    await insert(store, { version: '1.0.0', atoms: 1, inventory });
    await insert(store, { version: '1.1.0', atoms: 7 });
    assert.deepEqual(
      (await store.listVersionSummaries('@acme/web-style')).map(({ atoms }) => atoms),
      [7, 2],
    );
    assert.deepEqual(
      (await store.listPublishes({}, 9)).map(({ atoms }) => atoms),
      [7, 2],
    );
    assert.equal((await store.listPrimesOf('@acme', '', 9))[0]?.atoms, 7);
  });

  testWithStore(
    open,
    'who published and yanked a version is found, with the names of tokens',
    async (store) => {
      const permissions = { permissions: ['publish'], scopes: ['*'] } as const;
      const times = { createdAtMs: 1, expiresAtMs: undefined, revokedAtMs: 2, lastUsedAtMs: undefined };
      await store.insertToken(
        { id: 'token-1', name: 'editors', ...permissions, ...times },
        Buffer.alloc(32),
        ACT,
      );
      await insert(store, { version: '1.0.0', publishedBy: 'gone' });
      const find = (version: string) => store.findActors('@acme/web-style', versionOf(version));
      const publishedBy = { id: 'gone', name: undefined };
      assert.deepEqual(await find('1.0.0'), { publishedBy, yankedBy: undefined });
      await yank(store, '1.0.0');
      assert.deepEqual(await find('1.0.0+build'), {
        publishedBy,
        yankedBy: { id: 'token-1', name: 'editors' },
      });
      assert.equal(await find('2.0.0'), undefined);
    },
  );

  testWithStore(open, 'a README is found by its version', async (store) => {
    await insert(store, { version: '1.0.0+build', readme: '# Read me \u2032' });
    await insert(store, { version: '1.1.0' });
    const find = (version: string) => store.findReadme('@acme/web-style', versionOf(version));
    assert.equal(await find('1.0.0'), '# Read me \u2032');
    assert.equal(await find('1.1.0'), undefined);
    assert.equal(await find('9.0.0'), undefined);
  });

  testWithStore(open, 'Primes, versions and scopes are counted', async (store) => {
    const nothing = { primes: 0, versions: 0, scopes: 0 };
    assert.deepEqual(await store.countAmounts(), nothing);
    for (const name of ['@acme/a', '@acme/b', '@other/a']) await insert(store, { name });
    await insert(store, { name: '@acme/a', version: '2.0.0' });
    assert.deepEqual(await store.countAmounts(), { primes: 3, versions: 4, scopes: 2 });
    const [acme, other] = [
      { scope: '@acme', versions: 3 },
      { scope: '@other', versions: 1 },
    ];
    assert.deepEqual(await store.listLargestScopes(10), [acme, other]);
    assert.deepEqual(await store.listLargestScopes(1), [acme]);
    // Of equal ones, those that are read first backwards in the index: else a million of them would be sorted.
    for (const scope of ['@a', '@z']) await insert(store, { name: `${scope}/one` });
    const one = { scope: '@z', versions: 1 };
    assert.deepEqual(await store.listLargestScopes(2), [acme, one]);
    assert.deepEqual(await store.listLargestScopes(3), [acme, other, one]);
  });
}
