// Packing and publishing stop at edges within the Prime that lead nowhere.
import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  atomFiles,
  createPrimeUser,
  manifestText,
  type PrimeUser,
  sourceOf,
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
  await registry.author.mustPublish({ name: '@acme/base', files: atomFiles({ id: '@acme/rule-held' }) });
});
after(() => Promise.all([registry.stop(), user.remove()]));
beforeEach(() => rm(user.project, { recursive: true, force: true }));

function write(name: string, targets: readonly string[], extra = ''): Promise<void> {
  return writeFiles(user.project, {
    'pack.yaml': manifestText({ name, extra }),
    'README.md': '# Rules\n',
    'primes/one.prime': sourceOf({ id: '@acme/rule-one', description: 'One', edges: { requires: targets } }),
  });
}

const LOST = ['@acme/rule-gone', '@acme/rule-lost'];

describe('an edge that leads nowhere', () => {
  test('stops prime pack, which leaves no tarball', async () => {
    await write('@acme/lost', LOST);
    const { code, stdout, stderr } = await user.prime(['pack']);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /error: 2 edges of the Prime lead nowhere\n/);
    assert.match(stderr, /primes\/one\.prime .*@acme\/rule-gone, which does not exist \(line 6, column 14\)/);
    assert.match(stderr, /help: .*--allow-dangling lets them pass\.\n/);
    assert.deepEqual((await readdir(user.project)).toSorted(), ['README.md', 'pack.yaml', 'primes']);
  });

  test('stops prime publish before anything is sent, also with --dry-run and --json', async () => {
    await write('@acme/lost', LOST);
    for (const args of [[], ['--dry-run']]) assert.equal((await user.prime(['publish', ...args])).code, 2);
    const { stdout, stderr } = await user.prime(['publish', '--json']);
    const { error } = JSON.parse(stdout === '' ? stderr : stdout);
    assert.equal(error.code, 'validation');
    assert.equal((await registry.anonymous.get('/pack/%40acme%2Flost')).status, 404);
  });

  test('passes with --allow-dangling, with a warning', async () => {
    await write('@acme/lost', LOST);
    const { code, stderr } = await user.prime(['publish', '--allow-dangling']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /warning: primes\/one\.prime:6:14: .*@acme\/rule-gone, which does not exist/);
    assert.equal((await registry.anonymous.get('/pack/%40acme%2Flost')).status, 200);
  });

  test('of a tarball is found too', async () => {
    await write('@acme/lost', LOST);
    await user.prime(['pack', '--allow-dangling', '--out', 'x.tar.gz']);
    const { code, stderr } = await user.prime(['publish', 'x.tar.gz']);
    assert.equal(code, 2);
    assert.match(stderr, /primes\/one\.prime .*@acme\/rule-gone, which does not exist \(line 6, column 14\)/);
  });
});

describe('an edge to an atom of another Prime', () => {
  test('passes, and names that Prime', async () => {
    await write('@acme/split', ['@acme/rule-held']);
    const { code, stderr } = await user.prime(['pack', '--dry-run']);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /leads to @acme\/rule-held in @acme\/base 1\.0\.0; add '"@acme\/base": \^1\.0\.0' to 'requires'/,
    );
  });

  test('says nothing if that Prime is required', async () => {
    await write('@acme/split', ['@acme/rule-held'], 'requires: { "@acme/base": ^1.0.0 }');
    assert.deepEqual(
      [(await user.prime(['pack', '--dry-run'])).code, (await user.prime(['pack', '--dry-run'])).stderr],
      [0, ''],
    );
  });

  test('stops without a registry, unless the Prime requires others', async () => {
    const environment = { PRIME_REGISTRY: 'http://127.0.0.1:1' };
    await write('@acme/split', ['@acme/rule-held']);
    const alone = await user.prime(['pack', '--dry-run', '--timeout', '1'], { environment });
    assert.equal(alone.code, 2);
    assert.match(alone.stderr, /Whether another Prime has the target could not be found out/);
    await write('@acme/split', ['@acme/rule-held'], 'requires: { "@acme/base": ^1.0.0 }');
    assert.equal((await user.prime(['pack', '--dry-run', '--timeout', '1'], { environment })).code, 0);
  });

  test('in another scope passes, whether a Prime has it or not', async () => {
    await write('@acme/far', ['@far/away']);
    assert.deepEqual((await user.prime(['pack', '--dry-run'])).code, 0);
  });
});
