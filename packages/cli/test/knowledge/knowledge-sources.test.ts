// The sources that commands for agents read: of the same version, installed Primes and registries say the same.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type KnowledgeSource, packContext } from '@prime-registry/knowledge';
import {
  atomFiles,
  createPrimeUser,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import type { CommandContext } from '../../src/command.ts';
import { loadInstallLimits } from '../../src/install/limits.ts';
import {
  openInstalledKnowledge,
  openLayeredKnowledge,
  openRegistryKnowledge,
} from '../../src/knowledge/open-knowledge.ts';
import { RegistryKnowledge } from '../../src/knowledge/registry-knowledge.ts';
import { openRegistries } from '../../src/registries/open-registries.ts';
import { Terminal } from '../../src/terminal/terminal.ts';
import { makeStreams } from '../fake-streams.ts';

const NAME = '@acme/web-style';
const VERSION = { name: NAME, version: '1.0.0' };

describe('sources of knowledge', () => {
  let registry: TestRegistry;
  let user: PrimeUser;
  let context: CommandContext;
  let installed: KnowledgeSource;
  let remote: KnowledgeSource;
  before(async () => {
    registry = await startRegistry();
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    const focus = {
      id: '@acme/rule-focus',
      description: 'Keep the focus visible',
      tags: ['css'],
      notes: 'Long.',
    };
    const ring = { id: '@acme/fact-ring', kind: 'fact', edges: { requires: [focus.id, '@acme/nothing'] } };
    await registry.admin.mustPublish({
      version: '1.0.0',
      files: { 'pack.yaml': manifestText({ version: '1.0.0' }), ...atomFiles(focus, ring) },
    });
    await registry.admin.mustPublish({
      version: '1.1.0',
      files: atomFiles({ ...focus, description: 'New' }),
    });
    await registry.admin.mustPublish({
      name: '@acme/other',
      files: atomFiles({ id: '@acme/rule-other', description: 'Hide the focus' }),
    });
    assert.equal((await user.prime(['install', `${NAME}@1.0.0`])).code, 0);
    context = {
      folder: user.project,
      environment: user.environment,
      terminal: new Terminal(makeStreams()),
      signal: new AbortController().signal,
      atEnd: () => undefined,
    };
    installed = openInstalledKnowledge(context) ?? assert.fail();
    remote = await openRegistryKnowledge(context, {});
  });
  after(() => Promise.all([registry.stop(), user.remove()]));

  test('agree on a version, its atoms and their texts', async () => {
    const { from, ...prime } = (await installed.findPrime(NAME)) ?? assert.fail();
    const { from: url, ...same } = (await remote.findPrime(NAME, '1.0.0')) ?? assert.fail();
    assert.deepEqual([from, url], ['installed', registry.baseUrl]);
    // Only the project remembers the place in the log.
    assert.deepEqual({ ...prime, logIndex: undefined }, { ...same, logIndex: undefined });
    for (const page of [
      { offset: 0, limit: 1 },
      { offset: 1, limit: 5 },
      { kind: 'fact', offset: 0, limit: 5 },
    ])
      assert.deepEqual(await installed.listAtoms(VERSION, page), await remote.listAtoms(VERSION, page));
    assert.deepEqual(
      await Array.fromAsync(installed.readAtoms(VERSION)),
      await Array.fromAsync(remote.readAtoms(VERSION)),
    );
    const ids = ['@acme/rule-focus', '@acme/absent'];
    const texts = await installed.readTexts(VERSION, ids, 'core');
    assert.deepEqual([texts, texts.size], [await remote.readTexts(VERSION, ids, 'core'), 1]);
    const place = { prime: NAME, wanted: '=1.0.0' };
    const own = (await installed.findAtom('@acme/fact-ring', place)) ?? assert.fail();
    const other = (await remote.findAtom('@acme/fact-ring', place)) ?? assert.fail();
    const without = { from: '', logIndex: undefined };
    assert.deepEqual(
      { ...own, prime: { ...own.prime, ...without } },
      { ...other, prime: { ...other.prime, ...without } },
    );
  });

  test('say what they do not have', async () => {
    assert.equal(await installed.findPrime('@acme/other'), undefined);
    assert.equal(await installed.findAtom('@acme/rule-other', {}), undefined);
    assert.equal(await remote.findPrime('@acme/nowhere'), undefined);
    await assert.rejects(installed.findPrime(NAME, '^2'), /installed here as 1\.0\.0; only a registry/);
    await assert.rejects(remote.findPrime(NAME, '^2'), { name: 'RegistryError', code: 'version_not_found' });
    await assert.rejects(
      installed.listAtoms({ ...VERSION, version: '1.1.0' }, { offset: 0, limit: 1 }),
      /1\.1\.0 is not installed here, but 1\.0\.0 is/,
    );
    assert.deepEqual(await installed.suggest('@acme/web-stlye', 'prime'), [NAME]);
    assert.deepEqual(await installed.suggest('@acme/rule-focsu', 'atom'), ['@acme/rule-focus']);
  });

  test('together answer from what is installed, and from registries for the rest', async () => {
    const both = await openLayeredKnowledge(context, {});
    assert.equal((await both.findPrime(NAME))?.version, '1.0.0');
    assert.equal((await both.findPrime(NAME, 'latest'))?.version, '1.1.0');
    assert.equal((await both.findAtom('@acme/rule-focus', {}))?.prime.from, 'installed');
    assert.equal((await both.findAtom('@acme/rule-other', {}))?.prime.from, registry.baseUrl);
    const { hits } = await both.search({ text: 'focus', limit: 10, offset: 0 });
    assert.deepEqual(
      hits.map(({ name, version, from, atoms }) => [name, version, from, atoms.map(({ id }) => id)]),
      [
        [NAME, '1.0.0', 'installed', ['@acme/rule-focus', '@acme/fact-ring']],
        ['@acme/other', '1.0.0', registry.baseUrl, ['@acme/rule-other']],
      ],
    );
    const down = { ...context, environment: { ...user.environment, PRIME_REGISTRY: 'http://127.0.0.1:9' } };
    const alone = await openLayeredKnowledge(down, { timeout: '1' });
    const found = await alone.search({ text: 'focus', limit: 10, offset: 0 });
    assert.deepEqual([found.hits.length, found.incomplete.length], [1, 1]);
    await assert.rejects(alone.findPrime('@acme/other'), {
      name: 'RegistryError',
      code: 'upstream_unavailable',
    });
  });

  test('together never put a guess at a word before what has it as it was typed', async (t) => {
    const guessing = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    t.after(() => guessing.remove());
    const hello = { name: '@acme/hello', description: 'Greetings for each guest' };
    await registry.admin.mustPublish({ ...hello, files: { 'pack.yaml': manifestText(hello) } });
    await registry.admin.mustPublish({ name: '@acme/zz-caching', description: 'Zithers and caching' });
    assert.equal((await guessing.prime(['install', hello.name])).code, 0);
    const both = await openLayeredKnowledge(
      { ...context, folder: guessing.project, environment: guessing.environment },
      {},
    );
    const search = async (text: string) => {
      const { hits, total, corrected } = await both.search({ text, limit: 10, offset: 0 });
      return [hits.map(({ name }) => name), total, corrected];
    };
    assert.deepEqual(await search('cach'), [['@acme/zz-caching'], 1, []]);
    // Nobody has 'gueste'.
    const [names, total, corrected] = await search('gueste');
    assert.deepEqual([names, total], [['@acme/hello'], 1]);
    assert.deepEqual(corrected, [{ from: 'gueste', to: 'guest' }]);
  });

  test('are not led to endless work by a registry, nor failed by a tarball that cannot be read', async (t) => {
    const registries = await openRegistries(context, {});
    const [client = assert.fail()] = registries.ordered;
    const open = (limits = loadInstallLimits(context)) =>
      new RegistryKnowledge({ registries, getLimits: () => limits });
    const read = client.atoms.bind(client);
    for (const total of [1e12, Number.MAX_SAFE_INTEGER]) {
      const atoms = t.mock.method(client, 'atoms', async (...args: Parameters<typeof read>) => {
        assert.ok(atoms.mock.callCount() < 10);
        return { ...(await read(...args)), total };
      });
      await open().findPrime(NAME, '1.0.0');
      assert.equal(atoms.mock.callCount(), 10);
      atoms.mock.restore();
    }
    const small = { ...(await loadInstallLimits(context)), maxUnpackedBytes: 10 };
    const source = open(Promise.resolve(small));
    await assert.rejects(source.readTexts(VERSION, ['@acme/rule-focus'], 'core'), {
      ...{ name: 'RegistryError', code: 'atoms_not_read' },
    });
    const packed = await packContext(source, { query: 'focus', budget: 1000 });
    assert.deepEqual(packed.unread, ['@acme/other', NAME]);
  });

  test('notice another version without a restart', async () => {
    await using own = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    await own.prime(['install', `${NAME}@1.0.0`]);
    const source = openInstalledKnowledge({ ...context, folder: own.project }) ?? assert.fail();
    assert.equal((await source.findPrime(NAME))?.version, '1.0.0');
    await own.prime(['install', `${NAME}@1.1.0`]);
    assert.equal((await source.findPrime(NAME))?.version, '1.1.0');
    await writeFile(join(own.project, '.primes', NAME, 'pack.yaml'), '');
    const again = openInstalledKnowledge({ ...context, folder: own.project }) ?? assert.fail();
    await assert.rejects(again.findPrime(NAME), { name: 'RegistryError', code: 'atoms_not_read' });
  });
});
