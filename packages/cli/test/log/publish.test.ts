// `prime publish` checks what the registry says that it has logged.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import {
  createPrimeUser,
  manifestText,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
} from '@prime-registry/testkit';
import { FakeLog } from '@prime-registry/testkit/fake-log';
import { GOOD_PRIME, writeFiles } from '../pack/prime-folder.ts';

const registry = await startRegistry();
const proxy = await startFaultyProxy(registry.baseUrl);
after(async () => {
  await proxy.close();
  await registry.stop();
});

/** What an entry says about a Prime that is about to be published. */
async function describePrime(author: PrimeUser, name: string) {
  await writeFiles(author.project, { ...GOOD_PRIME, 'pack.yaml': manifestText({ name }) });
  const { sha256, size_bytes: size } = JSON.parse(
    (await author.prime(['publish', '--dry-run', '--json'])).stdout,
  );
  const manifest = await readFile(join(author.project, 'pack.yaml'));
  const manifestDigest = createHash('sha256').update(manifest).digest('hex');
  const common = { v: 1, at: '2026-11-21T06:19:30Z', by: 'token-1', name, version: '1.0.0' } as const;
  return { ...common, type: 'publish', sha256, size, manifest_sha256: manifestDigest } as const;
}

describe('prime publish', () => {
  /** Publishes to a registry whose receipt has the proof of an entry that differs from what was sent. */
  async function publish(name: string, change: object, hasProof = true) {
    await using author = await createPrimeUser({
      PRIME_REGISTRY: proxy.baseUrl,
      PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
    });
    const log = new FakeLog();
    proxy.fault = ({ path }) => log.answer(path);
    const entry = await describePrime(author, name);
    const index = log.add({ ...entry, ...change });
    const proof = await log.proof(index);
    const logged = { origin: log.origin, index, size: log.size, proof };
    const rewrite = (body: string): string =>
      JSON.stringify({ ...JSON.parse(body), log: hasProof ? logged : undefined });
    proxy.fault = ({ method, path }) =>
      method === 'POST' && path === '/publish' ? { kind: 'rewrite', rewrite } : log.answer(path);
    await author.prime(['log', 'status']);
    // Awaited here: afterwards the author is gone.
    return await author.prime(['publish', '--yes']);
  }

  test('says where its version is in the log', async () => {
    const { code, stdout, stderr } = await publish('@acme/right', {});
    assert.equal(code, 0, stderr);
    assert.match(stdout, /\n {2}logged {3}#1\n/);
  });

  test('asks for the proof of a known log if the receipt has none', async () => {
    const { code, stderr } = await publish('@acme/asked', { size: 7 }, false);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /the log has 'size' as 7, and \d+ was sent\. @acme\/asked 1\.0\.0 was published there/,
    );
  });

  for (const [what, change, message] of [
    ['another tarball', { sha256: 'f'.repeat(64) }, /the log says that .* has the sha256 ffffffffffff…/],
    ['another version', { version: '9.9.9' }, /is of @acme\/\S+ 9\.9\.9, not of @acme\/\S+ 1\.0\.0/],
    ['another manifest', { manifest_sha256: '0'.repeat(64) }, /the log has 'manifest_sha256' as 0{64}/],
  ] as const) {
    test(`finds an entry that says ${what}`, async () => {
      const { code, stderr } = await publish(`@acme/${what.replaceAll(' ', '-')}`, change);
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.match(stderr, /The evidence is in /);
    });
  }
});
