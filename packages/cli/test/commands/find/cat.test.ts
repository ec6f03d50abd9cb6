// `prime cat` prints the document of a Prime: from what is installed, or from a registry.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  atomFiles,
  createPrimeUser,
  manifestText,
  type PrimeDraft,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';

const NAME = '@acme/web-style';
const DOWN = { environment: { PRIME_REGISTRY: 'http://127.0.0.1:9' } };
const FILES = atomFiles(
  { id: '@acme/rule-a', description: 'Above, <b>bold</b>\u00ad', edges: { requires: ['@acme/rule-z'] } },
  { id: '@acme/rule-z', description: 'Below', notes: 'Only in the full text.' },
);
const REQUIRES = 'requires:\n  "@other/far": ^1';

/** A draft whose tarball says what the Prime is, as those of `prime pack` do. */
function draftOf(version: string): PrimeDraft {
  const draft = { name: NAME, version, description: 'How to *write*', extra: REQUIRES };
  return { ...draft, files: { ...FILES, 'pack.yaml': manifestText(draft) } };
}

describe('prime cat', () => {
  let registry: TestRegistry;
  let user: PrimeUser;
  const read = async (path: string) => (await registry.anonymous.get(`/-/prime/${NAME}${path}`)).text;
  before(async () => {
    registry = await startRegistry();
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    await registry.admin.mustPublish({
      name: '@other/far',
      version: '1.0.0',
      files: atomFiles({ id: '@other/x' }),
    });
    await registry.admin.mustPublish(draftOf('1.0.0'));
    await registry.admin.mustPublish(draftOf('1.1.0'));
    const { code, stderr } = await user.prime(['install', `${NAME}@1.0.0`]);
    assert.equal(code, 0, stderr);
  });
  after(() => Promise.all([registry.stop(), user.remove()]));

  test('prints the same bytes as the registry, from what is installed, without it', async () => {
    for (const [flags, query] of [
      [[], ''],
      [['--text', 'full', '--offline'], '?text=full'],
      [['--text', 'summary'], '?text=summary'],
    ] as const) {
      const { code, stdout, stderr } = await user.prime(['cat', NAME, ...flags], DOWN);
      assert.deepEqual([code, stderr], [0, '']);
      assert.equal(stdout, await read(`/1.0.0.md${query}`));
    }
  });

  test('asks registries for what is not installed', async () => {
    const latest = await user.prime(['cat', `${NAME}@^1.1.0`]);
    assert.deepEqual([latest.stdout, latest.stderr], [await read('.md'), '']);
    const json = JSON.parse((await user.prime(['cat', NAME, '--json', '--remote', registry.baseUrl])).stdout);
    assert.deepEqual(
      [json.version, json.from, json.text, json.document],
      ['1.1.0', registry.baseUrl, 'core', latest.stdout],
    );
    assert.equal(JSON.parse((await user.prime(['cat', NAME, '--json'])).stdout).from, 'installed');
  });

  test('says what it cannot read', async () => {
    const fail = async (...parameters: string[]) => {
      const { code, stderr } = await user.prime(['cat', ...parameters]);
      assert.notEqual(code, 0);
      return stderr;
    };
    assert.match(await fail('@other/absent', '--offline'), /@other\/absent is not installed, and --offline/);
    assert.match(await fail(`${NAME}@1.1.0`, '--offline'), /installed here as 1\.0\.0/);
    assert.match(await fail('@other/absent'), /no registry has @other\/absent/);
    assert.match(await fail(NAME, '--text', 'long'), /--text: 'long' is not one of summary, core, full/);
  });
});
