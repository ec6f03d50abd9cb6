// The limits are settings: above each is a 413, and exactly at each a publish succeeds.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { suite, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  buildTarball,
  encodeForm,
  manifestText,
  type RegistryOptions,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { DEFAULT_SETTINGS } from 'prime-registry';
import { expectRefused } from './refusal.ts';

async function withRegistry(options: RegistryOptions, work: (registry: TestRegistry) => Promise<void>) {
  const registry = await startRegistry(options);
  try {
    await work(registry);
  } finally {
    await registry.stop();
  }
}

/** A valid tarball of exactly this size, filled with incompressible bytes. */
function tarballOfSize(sizeBytes: number): Buffer {
  let fillBytes = sizeBytes;
  for (;;) {
    const tarball = buildTarball({ 'random.bin': randomBytes(fillBytes) });
    if (tarball.length === sizeBytes) return tarball;
    fillBytes -= Math.max(tarball.length - sizeBytes, 1 - fillBytes);
  }
}

/** A tarball that is cut off after a header that announces a file of this size. */
function tarballSayingSize(sizeBytes: number): Buffer {
  const header = gunzipSync(buildTarball({ 'large.bin': '' })).subarray(0, 512);
  header.write(sizeBytes.toString(8).padStart(11, '0'), 124, 'latin1');
  header.write('        ', 148, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return gzipSync(header);
}

const expectTooLarge = (registry: TestRegistry, tarball: Uint8Array) =>
  expectRefused(registry, () => registry.author.publish({ tarball }), { code: 'tarball_too_large' });

suite('limits of a publish', () => {
  test('the size of the tarball, to the byte', async () => {
    const maxTarballBytes = 8000;
    await withRegistry({ maxTarballBytes }, async (registry) => {
      const fitting = tarballOfSize(maxTarballBytes);
      assert.equal((await registry.author.publish({ name: '@acme/fits', tarball: fitting })).status, 201);
      const problem = await expectTooLarge(registry, tarballOfSize(maxTarballBytes + 1));
      assert.match(problem.detail, /more than 8000 bytes, the limit of this registry/);
      await expectTooLarge(registry, Buffer.concat([fitting, randomBytes(maxTarballBytes)]));
    });
  });

  test('the limit is for the tarball only, not for ignored parts', async () => {
    await withRegistry({ maxTarballBytes: 8000 }, async (registry) => {
      const form = encodeForm([
        { name: 'ignored', body: randomBytes(100_000) },
        { name: 'manifest', body: manifestText() },
        { name: 'tarball', body: tarballOfSize(7000) },
      ]);
      assert.equal((await registry.author.publishWireForm(form)).status, 201);
    });
  });

  test('a wrong manifest after a tarball that is too large is still reported as a 400', async () => {
    await withRegistry({ maxTarballBytes: 8000 }, async (registry) => {
      const form = encodeForm([
        { name: 'tarball', body: randomBytes(100_000) },
        { name: 'manifest', body: 'name: "@acme/web-style"\n' },
      ]);
      await expectRefused(registry, () => registry.author.publishWireForm(form), {
        code: 'invalid_manifest',
        fields: ['version', 'description', 'license', 'prime-version'],
      });
    });
  });

  test('a form is not drained for ever to find a manifest', async () => {
    await withRegistry({ maxTarballBytes: 8000 }, async (registry) => {
      const form = encodeForm([
        { name: 'tarball', body: Buffer.alloc(3 * 2 ** 20) },
        { name: 'manifest', body: manifestText() },
      ]);
      await expectRefused(registry, () => registry.author.publishWireForm(form), { code: 'body_too_large' });
      const ignored = encodeForm([{ name: 'ignored', body: Buffer.alloc(3 * 2 ** 20) }]);
      await expectRefused(registry, () => registry.author.publishWireForm(ignored), {
        code: 'body_too_large',
      });
    });
  });

  test('the unpacked size, to the byte', async () => {
    const maxUnpackedBytes = 50_000;
    await withRegistry({ maxUnpackedBytes }, async (registry) => {
      const fitting = buildTarball({ a: randomBytes(20_000), b: randomBytes(30_000) });
      assert.equal((await registry.author.publish({ name: '@acme/fits', tarball: fitting })).status, 201);
      const tarball = buildTarball({ a: randomBytes(20_000), b: randomBytes(30_001) });
      const problem = await expectTooLarge(registry, tarball);
      assert.match(problem.detail, /unpacks to more than 50,000 bytes/);
    });
  });

  test('the number of entries, with the folders that paths imply', async () => {
    await withRegistry({ maxEntries: 10 }, async (registry) => {
      const files = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`primes/${index}.prime`, 'x']));
      const fitting = await registry.author.publish({ name: '@acme/fits', files: files(9) });
      assert.equal(fitting.status, 201);
      const problem = await expectTooLarge(registry, buildTarball(files(10)));
      assert.match(problem.detail, /more than 10 files and folders/);
    });
  });

  test('the ratio, above 16 MiB unpacked, is a 400: such a tarball is never intended', async () => {
    await withRegistry({ maxRatio: 20 }, async (registry) => {
      const tarball = buildTarball({ a: Buffer.alloc(17 * 2 ** 20, randomBytes(600)) });
      const problem = await expectRefused(registry, () => registry.author.publish({ tarball }), {
        code: 'invalid_tarball',
      });
      assert.match(problem.detail, /more than 20 times its size/);
      const files = { a: Buffer.alloc(2 ** 20) };
      assert.equal((await registry.author.publish({ name: '@acme/small', files })).status, 201);
    });
  });

  test('defaults: 100 MiB, 1 GiB and 20,000 entries', async () => {
    await withRegistry({}, async (registry) => {
      const entries = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`${index}`, '']));
      assert.match((await expectTooLarge(registry, buildTarball(entries))).detail, /more than 20,000 files/);
      assert.match(
        (await expectTooLarge(registry, tarballSayingSize(2 ** 30 + 1))).detail,
        /1,073,741,824 bytes/,
      );
      const cutOff = () => registry.author.publish({ tarball: tarballSayingSize(2 ** 30) });
      await expectRefused(registry, cutOff, { code: 'invalid_tarball' });
      assert.equal(DEFAULT_SETTINGS.maxTarballBytes, 100 * 2 ** 20);
    });
  });
});
