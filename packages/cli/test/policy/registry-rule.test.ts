// A rule that asks for a registry: a lock file that somebody else has written is no evidence of where bytes are from.
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import type { PrimeUser } from '@prime-registry/testkit';
import { startSigningRegistry } from '../signatures/signing-registry.ts';
import { signerOf } from '../signatures/ssh-keys.ts';

const own = await startSigningRegistry(signerOf);
const other = await startSigningRegistry(signerOf);
after(async () => {
  await own[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});
const BOTH = ['--remote', own.baseUrl, '--remote', other.baseUrl];

let user: PrimeUser;
let name: string;
let count = 0;
beforeEach(async () => {
  user = await own.makeUser();
  count += 1;
  name = `@acme/from-${count}`;
});
afterEach(() => user.remove());

async function writePolicy(): Promise<void> {
  await mkdir(user.configFolder, { recursive: true });
  const text = `rules:\n  - primes: '@acme/*'\n    registry: ${own.baseUrl}\n`;
  await writeFile(join(user.configFolder, 'policy.yaml'), text);
}

/** Says in the lock file that everything is from a registry. */
async function pretend(registry: string): Promise<void> {
  const path = join(user.project, '.primes', 'lock.yaml');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replaceAll(/registry: .*/g, `registry: ${registry}`));
}

const runs = (...args: readonly string[]) => user.prime([...args, ...BOTH]);

/** The requests for the manifest. */
const asked = (): string[] => own.requests.filter((request) => request.endsWith(`${name}/1.0.0`));

describe('a rule that asks for a registry', () => {
  it('does not believe a lock file', async () => {
    await other.publish(name, '1.0.0');
    assert.equal((await runs('install', name)).code, 0);
    await pretend(own.baseUrl);
    await writePolicy();
    for (const args of [['install'], ['install', '--frozen']]) {
      const { code, stderr } = await runs(...args);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /only the lock file says that it is from http:.*which has not shown these bytes/);
    }
    // As a colleague, or a job, who has never installed it.
    await rm(join(user.project, '.primes', 'acme'), { recursive: true, force: true });
    await rm(user.cacheFolder, { recursive: true, force: true });
    assert.equal((await runs('install', '--frozen')).code, 2);
  });

  it('asks the registry of a lock file once', async () => {
    await own.publish(name, '1.0.0');
    assert.equal((await runs('install', name)).code, 0);
    await writePolicy();
    assert.equal((await user.prime(['policy', 'check'])).code, 2);
    own.requests.length = 0;
    assert.equal((await runs('install', '--frozen')).code, 0);
    assert.equal(asked().length, 1);
    assert.equal((await runs('install', '--frozen')).code, 0);
    assert.equal((await user.prime(['policy', 'check'])).code, 0);
    assert.equal(asked().length, 1);
  });

  it('knows where it has just found a version', async () => {
    await own.publish(name, '1.0.0');
    await writePolicy();
    own.requests.length = 0;
    assert.equal((await runs('install', name)).code, 0);
    assert.equal((await runs('install', '--frozen')).code, 0);
    assert.equal(asked().length, 1);
  });
});
