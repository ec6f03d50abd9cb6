// What versions require: in manifests, in lists of a limited size, and the other way round.
import assert from 'node:assert/strict';
import type { Requires } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { type OpenStore, testWithStore } from '../with-store.ts';
import { ACT, insert, nameOf, versionOf, yank } from './new-version.ts';

const NAME = '@acme/web-style';

/** As many bytes of JSON as a quarter of a list may have. */
const QUARTER: Requires = { '@acme/core': `>=1.0.0 ${'x'.repeat(128 * 1024 - 26)}` };

export function testRequires(open: OpenStore): void {
  testWithStore(open, 'a version keeps what it requires', async (store) => {
    const requires = { '@acme/core': '^1.2', '@other/__a': '*' };
    await insert(store, { requires });
    await insert(store, { version: '1.1.0' });
    await insert(store, { version: '1.2.0', requires: {} });
    const find = async (version: string) => [
      (await store.findVersion(NAME, versionOf(version)))?.requires,
      (await store.findWholeVersion(NAME, versionOf(version)))?.requires,
    ];
    assert.deepEqual(await find('1.0.0'), [requires, requires]);
    assert.deepEqual(await find('1.1.0'), [undefined, undefined]);
    assert.deepEqual(await find('1.2.0'), [undefined, undefined]);
  });

  testWithStore(open, 'a list has what its versions require, if it is asked for', async (store) => {
    await insert(store, { requires: { '@acme/core': '^1' } });
    await insert(store, { version: '1.1.0' });
    const shown = (list: Awaited<ReturnType<RegistryStore['listVersions']>>) =>
      list.map(({ version, requires, ...rest }) => [version, requires, 'requiresOmitted' in rest]);
    assert.deepEqual(shown(await store.listVersions(NAME, { withRequires: true })), [
      ['1.0.0', { '@acme/core': '^1' }, false],
      ['1.1.0', undefined, false],
    ]);
    assert.deepEqual(shown(await store.listVersions(NAME)), [
      ['1.0.0', undefined, false],
      ['1.1.0', undefined, false],
    ]);
  });

  testWithStore(open, 'a list has the requirements of the highest versions that fit', async (store) => {
    for (const version of ['1.10.0', '1.9.0', '1.2.0-rc.1', '1.3.0', '1.4.0'])
      await insert(store, { version, requires: QUARTER });
    await insert(store, { version: '1.0.0', requires: { '@a/b': '*' } });
    await insert(store, { version: '1.5.0' });
    const list = await store.listVersions(NAME, { withRequires: true });
    assert.deepEqual(
      list.map(({ version, requires, requiresOmitted }) => [
        version,
        requires === undefined,
        requiresOmitted,
      ]),
      [
        // It would fit, but nobody could say which versions have theirs.
        ['1.0.0', true, true],
        ['1.2.0-rc.1', true, true],
        ['1.3.0', false, undefined],
        ['1.4.0', false, undefined],
        ['1.5.0', true, undefined],
        ['1.9.0', false, undefined],
        ['1.10.0', false, undefined],
      ],
    );
  });

  testWithStore(open, 'a Prime lists those whose latest version requires it', async (store) => {
    const requiring = async (after = '', limit = 10) =>
      (await store.listRequiring('@acme/core', after, limit)).map(({ name, range }) => `${name} ${range}`);
    const requires = { '@acme/core': '^1', '@acme/other': '*' };
    for (const name of ['@b/c', '@a/b', '@a-b/c']) await insert(store, { name, requires });
    await insert(store, { name: '@a/none' });
    assert.deepEqual(await requiring(), ['@a-b/c ^1', '@a/b ^1', '@b/c ^1']);
    assert.deepEqual(await requiring('@a-b/c', 1), ['@a/b ^1']);
    assert.deepEqual(await store.listRequiring('@acme/cor', '', 10), []);
    await insert(store, { name: '@a/b', version: '1.1.0', requires: { '@acme/core': '>=2' } });
    await insert(store, { name: '@a/b', version: '1.0.1', requires });
    await insert(store, { name: '@b/c', version: '2.0.0' });
    assert.deepEqual(await requiring(), ['@a-b/c ^1', '@a/b >=2']);
    await yank(store, '2.0.0', undefined, '@b/c');
    await yank(store, '1.1.0', undefined, '@a/b');
    await yank(store, '1.0.0', undefined, '@a-b/c');
    assert.deepEqual(await requiring(), ['@a/b ^1', '@b/c ^1']);
    const act = { ...ACT, action: 'remove' as const };
    const removal = { category: 'other', reason: undefined, removedAtMs: 1, act } as const;
    await store.removeVersion({ name: '@b/c', version: versionOf('1.0.0'), ...removal });
    assert.deepEqual(await requiring(), ['@a/b ^1']);
  });

  testWithStore(open, 'what versions require counts as usage of their scope', async (store) => {
    const requires = { '@acme/core': '^1.2' };
    await insert(store);
    const { sizeBytes } = await store.findScopeUsage('@acme');
    await insert(store, { version: '1.1.0', requires });
    const after = await store.findScopeUsage('@acme');
    assert.equal(after.sizeBytes, 2 * sizeBytes + JSON.stringify(requires).length);
    const removal = { category: 'other', reason: undefined, removedAtMs: 1 } as const;
    const act = { ...ACT, action: 'remove' as const };
    await store.removeVersion({ name: NAME, version: versionOf('1.1.0'), ...removal, act });
    assert.equal((await store.findScopeUsage(nameOf(NAME).scope)).sizeBytes, sizeBytes);
  });
}
