// A publish warns of requirements that nobody could install.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  createPrimeUser,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { writeFiles } from '../../pack/prime-folder.ts';

let registry: TestRegistry;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
  const token = registry.author.token ?? '';
  user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl, PRIME_REGISTRY_TOKEN: token });
  await registry.author.mustPublish({ name: '@acme/base', version: '1.2.0' });
});
after(() => Promise.all([registry.stop(), user.remove()]));
beforeEach(() => rm(user.project, { recursive: true, force: true }));

function manifest(name: string, requires: Readonly<Record<string, string>>): string {
  return manifestText({ name, extra: `requires: ${JSON.stringify(requires)}` });
}

/** Standard error of a publish that succeeds. */
async function publish(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await user.prime(['publish', ...args]);
  assert.equal(code, 0, `${stdout}${stderr}`);
  return stderr;
}

describe('prime publish', () => {
  test('warns of a required Prime that no registry has, and of a range without versions', async () => {
    const requires = { '@acme/gone': '^1.0.0', '@acme/base': '^2.0.0' };
    await writeFiles(user.project, { 'pack.yaml': manifest('@acme/lost', requires) });
    const gone = `warning: pack.yaml: requires @acme/gone ^1.0.0, but no registry has it (asked: ${registry.baseUrl});`;
    const old = 'warning: pack.yaml: requires @acme/base ^2.0.0, but no registry has a version that matches';
    for (const args of [['--dry-run'], []]) {
      const stderr = await publish(...args);
      assert.ok(stderr.includes(gone), stderr);
      assert.ok(stderr.includes(old), stderr);
    }
  });

  test('asks the registries that an install asks', async () => {
    const later = await startRegistry();
    await using other = await createPrimeUser({ PRIME_REGISTRY_TOKEN: registry.author.token ?? '' });
    try {
      await later.author.mustPublish({ name: '@acme/base', version: '2.0.0' });
      await other.prime(['config', 'set', 'registries', registry.baseUrl, later.baseUrl]);
      await writeFiles(other.project, { 'pack.yaml': manifest('@acme/split', { '@acme/base': '2.0.0' }) });
      for (const [fallback, isWarned] of [
        ['version', false],
        ['name', true],
      ] as const) {
        await other.prime(['config', 'set', 'fallback', fallback]);
        const { code, stderr } = await other.prime(['publish', '--dry-run']);
        assert.equal(code, 0, stderr);
        assert.equal(/requires @acme\/base/.test(stderr), isWarned, `${fallback}: ${stderr}`);
      }
    } finally {
      await later.stop();
    }
  });

  test('says nothing of requirements that can be installed', async () => {
    await writeFiles(user.project, { 'pack.yaml': manifest('@acme/sound', { '@acme/base': '^1.0.0' }) });
    assert.doesNotMatch(await publish(), /requires/);
  });

  test('says nothing of Primes that are published together', async () => {
    await writeFiles(user.project, {
      'one/pack.yaml': manifest('@acme/one', { '@acme/two': '1.x' }),
      'two/pack.yaml': manifest('@acme/two', { '@acme/one': '1.x' }),
    });
    for (const args of [['--dry-run'], []]) assert.doesNotMatch(await publish('--all', ...args), /requires/);
  });
});
