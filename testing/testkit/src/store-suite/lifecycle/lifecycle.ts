// What happens to versions after their publish: channels, deprecations, moves, yanks that are taken back.
import assert from 'node:assert/strict';
import { MAX_CHANNELS } from '@prime-registry/protocol';
import type { LifecycleChange, RegistryStore } from '@prime-registry/store';
import { ACT, insert, newVersion, versionOf, yank } from '../inserts/new-version.ts';
import { type OpenStore, testWithStore } from '../with-store.ts';

const NAME = '@acme/web-style';
const SINCE = Date.UTC(2026, 6, 1);

const change = (action: LifecycleChange['act']['action'], atMs = SINCE, name = NAME): LifecycleChange => ({
  name,
  atMs,
  act: { ...ACT, action, atMs },
});

export function testLifecycle(open: OpenStore): void {
  testWithStore(open, 'nothing has happened to a Prime that was only published and yanked', async (store) => {
    await insert(store);
    await yank(store, '1.0.0');
    assert.equal(await store.findLifecycle(NAME), undefined);
    assert.equal(await store.findLifecycle('@acme/none'), undefined);
  });

  testWithStore(open, 'a yank that is taken back leaves no trace, except in the audit log', async (store) => {
    await insert(store, { version: '1.0.0', description: 'first words' });
    await insert(store, { version: '1.1.0', description: 'second words' });
    const before = await store.findVersion(NAME, versionOf('1.1.0'));
    await yank(store, '1.1.0', 'wrong');
    assert.deepEqual(await found(store, 'words'), ['1.0.0']);
    const unyank = { ...change('unyank'), version: versionOf('1.1.0+build') };
    assert.deepEqual(await store.unyankVersion(unyank), before);
    assert.deepEqual(await store.findVersion(NAME, versionOf('1.1.0')), before);
    assert.deepEqual(await found(store, 'words'), ['1.1.0']);
    await store.unyankVersion(unyank);
    assert.equal(await store.unyankVersion({ ...unyank, version: versionOf('9.0.0') }), undefined);
    assert.deepEqual(await acts(store), ['unyank 1.1.0 yank_reason=wrong']);
  });

  testWithStore(open, 'only the yank of one actor is taken back, if one is given', async (store) => {
    await insert(store);
    await yank(store, '1.0.0');
    const unyank = { ...change('unyank'), version: versionOf('1.0.0') };
    const other = await store.unyankVersion({ ...unyank, yankedBy: 'mirror' });
    assert.notEqual(other?.yankedAtMs, undefined);
    const own = await store.unyankVersion({ ...unyank, yankedBy: 'token-1' });
    assert.equal(own?.yankedAtMs, undefined);
  });

  testWithStore(open, 'a channel names one version, and moves', async (store) => {
    await insert(store, { version: '1.0.0-beta.1+b' });
    await insert(store, { version: '1.0.0-beta.2' });
    assert.equal(await store.setChannel(change('channel'), 'beta', versionOf('1.0.0-beta.1+b')), true);
    assert.equal(await store.setChannel(change('channel'), 'beta', versionOf('9.0.0')), false);
    await store.setChannel(change('channel'), 'alpha', versionOf('1.0.0-beta.1'));
    await store.setChannel(change('channel', SINCE + 1), 'beta', versionOf('1.0.0-beta.2'));
    assert.deepEqual((await store.findLifecycle(NAME))?.channels, [
      { channel: 'alpha', version: '1.0.0-beta.1', setAtMs: SINCE },
      { channel: 'beta', version: '1.0.0-beta.2', setAtMs: SINCE + 1 },
    ]);
    assert.equal(await store.removeChannel(change('channel'), 'alpha'), true);
    assert.equal(await store.removeChannel(change('channel'), 'alpha'), false);
    await store.removeChannel(change('channel'), 'beta');
    assert.equal(await store.findLifecycle(NAME), undefined);
    assert.deepEqual(await acts(store), [
      'channel 1.0.0-beta.1+b channel=beta',
      'channel 1.0.0-beta.1 channel=alpha',
      'channel 1.0.0-beta.2 channel=beta before=1.0.0-beta.1+b',
      'channel - channel=alpha before=1.0.0-beta.1',
      'channel - channel=beta before=1.0.0-beta.2',
    ]);
  });

  testWithStore(
    open,
    'a Prime has at most 50 channels, also when versions with others are published at once',
    async (store) => {
      await insert(store, { version: '1.0.0' });
      for (let index = 1; index < MAX_CHANNELS; index += 1)
        await store.setChannel(change('channel'), `c${index}`, versionOf('1.0.0'));
      const publishes = await Promise.allSettled(
        ['1.1.0', '1.2.0', '1.3.0'].map((version, index) =>
          store.insertVersion({ ...newVersion({ version }), channel: `new-${index}` }, async () => undefined),
        ),
      );
      const refusals = publishes.filter((publish) => publish.status === 'rejected');
      assert.deepEqual(
        refusals.map(({ reason }) => reason.code),
        ['invalid_request', 'invalid_request'],
      );
      assert.equal((await store.listVersions(NAME)).length, 2);
      assert.equal((await store.findLifecycle(NAME))?.channels.length, MAX_CHANNELS);
      const set = (channel: string) => store.setChannel(change('channel'), channel, versionOf('1.0.0'));
      await assert.rejects(set('one-more'), { code: 'invalid_request' });
      assert.equal(await set('c1'), true);
    },
  );

  testWithStore(open, 'deprecations are by range, newest first', async (store) => {
    await insert(store);
    const successor = { name: '@acme/other', range: '^2', registry: 'https://one.example' };
    await store.setDeprecation(change('deprecate'), { range: '<1.0.0', message: 'old', successor });
    await store.setDeprecation(change('deprecate', SINCE + 1), { range: '*', message: 'all' });
    await store.setDeprecation(change('deprecate', SINCE + 2), { range: '*', message: 'all of it' });
    assert.deepEqual((await store.findLifecycle(NAME))?.deprecations, [
      { range: '*', message: 'all of it', successor: undefined, setAtMs: SINCE + 2 },
      { range: '<1.0.0', message: 'old', successor, setAtMs: SINCE },
    ]);
    assert.equal(await store.findLifecycle('@acme/other'), undefined);
    assert.equal(await store.removeDeprecation(change('undeprecate'), '<1'), false);
    assert.equal(await store.removeDeprecation(change('undeprecate'), '*'), true);
    assert.equal((await store.findLifecycle(NAME))?.deprecations.length, 1);
    assert.equal((await acts(store)).at(-1), 'undeprecate - range=*');
  });

  testWithStore(
    open,
    'a Prime whose latest version is deprecated ranks lower, with a mark',
    async (store) => {
      const other = '@acme/style-notes';
      await insert(store, { version: '1.0.0' });
      await insert(store, { name: other, description: 'about the web' });
      const search = async (): Promise<string[]> => {
        const query = { text: 'web style', limit: 10, offset: 0 };
        const { hits } = await store.search(query);
        const { hits: rich } = await store.searchRich(query);
        assert.deepEqual(
          rich.map(({ name, deprecated }) => [name, deprecated]),
          hits.map(({ name, deprecated }) => [name, deprecated]),
        );
        return hits.map(({ name, deprecated = false }) => `${name}${deprecated ? ' deprecated' : ''}`);
      };
      const before = [NAME, other];
      assert.deepEqual(await search(), before);
      await store.setDeprecation(change('deprecate'), { range: '<2.0.0', message: 'old' });
      const marked = [other, `${NAME} deprecated`];
      assert.deepEqual(await search(), marked);
      await insert(store, { version: '2.0.0' });
      assert.deepEqual(await search(), before);
      await yank(store, '2.0.0');
      assert.deepEqual(await search(), marked);
      await store.removeDeprecation(change('undeprecate'), '<2.0.0');
      assert.deepEqual(await search(), before);
    },
  );

  testWithStore(open, 'so does a mirrored Prime that its upstream deprecates', async (store) => {
    const [origin, name] = ['https://one.example', '@lib/style'];
    const deprecatedIn = async (): Promise<boolean | undefined> => {
      const { hits } = await store.search({ text: 'style', limit: 10, offset: 0 });
      return hits.find((hit) => hit.name === name)?.deprecated;
    };
    const save = (range?: string, from = origin) =>
      store.saveMirroredList({
        ...{ name, origin: from, etag: undefined, body: '[]', checkedAtMs: 1 },
        lifecycle: range === undefined ? '' : JSON.stringify({ deprecations: [{ range, message: 'old' }] }),
      });
    await save('<2.0.0');
    await insert(store, { name, version: '1.0.0', origin });
    assert.equal(await deprecatedIn(), true);
    await save('<1.0.0');
    assert.equal(await deprecatedIn(), undefined);
    await save('*');
    assert.equal(await deprecatedIn(), true);
    await save();
    assert.equal(await deprecatedIn(), undefined);
    await save('*', 'https://two.example');
    assert.equal(await deprecatedIn(), undefined, 'it is not from there');
    assert.deepEqual(await store.findDefects(), []);
  });

  testWithStore(
    open,
    'nothing is published under a name that has moved, until it is taken back',
    async (store) => {
      await insert(store, { version: '1.0.0' });
      await store.movePrime(change('move'), '@acme/new');
      await store.movePrime(change('move'), '@acme/new');
      assert.equal((await store.findLifecycle(NAME))?.movedTo, '@acme/new');
      await assert.rejects(insert(store, { version: '1.1.0' }), {
        code: 'prime_moved',
        message: '@acme/web-style is now @acme/new: publish new versions under that name.',
      });
      assert.equal((await store.listVersions(NAME)).length, 1);
      assert.equal(await insert(store, { name: '@acme/new' }), true);
      await store.movePrime(change('move'), undefined);
      assert.equal(await insert(store, { version: '1.1.0' }), true);
      assert.deepEqual(await acts(store), ['move - to=@acme/new', 'move - before=@acme/new']);
    },
  );
}

async function found(store: RegistryStore, text: string): Promise<string[]> {
  const { hits } = await store.search({ text, limit: 10, offset: 0 });
  return hits.map(({ version }) => version);
}

/** The entries of the audit log that are no publishes and no yanks. */
async function acts(store: RegistryStore): Promise<string[]> {
  const entries = await store.listAuditEntries({ name: NAME }, 0, 100);
  return entries
    .filter(({ action }) => action !== 'publish' && action !== 'yank')
    .map(({ action, version = '-', details = {} }) => {
      const { sha256: _, ...rest } = details;
      return [action, version, ...Object.entries(rest).map(([key, value]) => `${key}=${value}`)].join(' ');
    });
}
