// A registry with its tarballs in a bucket, while the object store fails: acknowledged versions are complete,
// refused ones do not exist, and clients get a 503 in the meantime.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import {
  buildTarball,
  eventually,
  expectProblem,
  type Fault,
  type FaultyProxy,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { type TestBucket, useS3Server } from '@prime-registry/testkit/s3';
import { assertConforms } from '../process/assert-conforms.ts';

const s3 = await useS3Server();

const SLOW_DOWN: Fault = { kind: 'answer', status: 503, body: '<Error><Code>SlowDown</Code></Error>' };
const TARBALL = '/pack/@acme/web-style/1.0.0/tarball';

interface Fixture {
  readonly bucket: TestBucket;
  readonly proxy: FaultyProxy;
  readonly registry: TestRegistry;
}

async function open(t: TestContext): Promise<Fixture> {
  const bucket = await s3.makeBucket();
  const proxy = await startFaultyProxy(s3.account.endpoint);
  // No response cache: every read asks the object store.
  const registry = await startRegistry({ blobs: bucket.locationAt(proxy.baseUrl), responseCacheBytes: 0 });
  t.after(async () => {
    await registry.stop();
    await proxy.close();
  });
  return { bucket, proxy, registry };
}

/** An incompressible tarball of about this size. */
function tarballOf(sizeBytes: number): Buffer {
  return buildTarball({ 'README.md': 'Read me', 'data.bin': randomBytes(sizeBytes) });
}

describe('a registry on an object store', { skip: s3.skip, concurrency: 4 }, () => {
  test('conforms to the contract', async (t) => {
    const { registry } = await open(t);
    await assertConforms({ baseUrl: registry.baseUrl, token: registry.admin.token });
    assert.deepEqual(await registry.listFiles(), []);
  });

  for (const sizeBytes of [5000, 6 * 2 ** 20]) {
    test(`a publish of ${sizeBytes} bytes that the object store refuses is a 503 and leaves nothing`, async (t) => {
      const { bucket, proxy, registry } = await open(t);
      const tarball = tarballOf(sizeBytes);
      const commit = sizeBytes > 2 ** 20 ? 'POST /.*/sha256/.*uploadId=' : 'PUT /.*/sha256/';
      const isCommit = (method: string, path: string): boolean =>
        new RegExp(commit).test(`${method} ${path}`);
      proxy.fault = ({ method, path }) => (isCommit(method, path) ? SLOW_DOWN : undefined);
      const refused = await registry.author.publish({ tarball });
      expectProblem(refused, 'storage_unavailable');
      assert.equal((await registry.anonymous.get(TARBALL)).status, 404);
      assert.deepEqual([await bucket.listKeys(), await bucket.listMultipartKeys()], [[], []]);

      proxy.fault = () => undefined;
      await registry.author.mustPublish({ tarball });
      assert.ok((await registry.anonymous.get(TARBALL)).bytes.equals(tarball));
    });

    test(`a publish of ${sizeBytes} bytes during which an answer is lost is acknowledged and complete`, async (t) => {
      const { proxy, registry } = await open(t);
      const tarball = tarballOf(sizeBytes);
      const lost = new Set<string>();
      // The first answer to each request is lost.
      proxy.fault = ({ method, path }) => {
        const request = `${method} ${path.replace(/\?.*/, '')}`;
        if (method === 'GET' || lost.has(request)) return undefined;
        lost.add(request);
        return { kind: 'lose' };
      };
      await registry.author.mustPublish({ tarball });
      assert.ok(lost.size > 0);
      assert.ok((await registry.anonymous.get(TARBALL)).bytes.equals(tarball));
    });
  }

  test('of simultaneous publishes, only those fail whose own tarball fails', async (t) => {
    const { proxy, registry } = await open(t);
    const versions = Array.from({ length: 12 }, (_, index) => ({
      version: `1.${index}.0`,
      tarball: tarballOf(2000 + index),
    }));
    let count = 0;
    const refused = new Map<string, boolean>();
    proxy.fault = ({ method, path }) => {
      if (method !== 'PUT') return undefined;
      if (!refused.has(path)) refused.set(path, count++ % 2 === 0);
      return refused.get(path) === true ? { kind: 'reset' } : undefined;
    };
    const answers = await Promise.all(versions.map((draft) => registry.author.publish(draft)));
    proxy.fault = () => undefined;
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [
      ...Array(6).fill(201),
      ...Array(6).fill(503),
    ]);
    for (const [index, { version, tarball }] of versions.entries()) {
      const read = await registry.anonymous.get(`/pack/@acme/web-style/${version}/tarball`);
      assert.equal(read.status, answers[index]?.status === 201 ? 200 : 404);
      if (read.status === 200) assert.ok(read.bytes.equals(tarball));
    }
  });

  test('a download whose connection to the object store breaks is resumed, ranges too', async (t) => {
    const { proxy, registry } = await open(t);
    const tarball = tarballOf(900_000);
    await registry.author.mustPublish({ tarball });
    let left = 3;
    proxy.fault = ({ method }) => (method === 'GET' && left-- > 0 ? { kind: 'truncate' } : undefined);
    const whole = await registry.anonymous.get(TARBALL);
    assert.ok(whole.bytes.equals(tarball));
    left = 2;
    const part = await registry.anonymous.get(TARBALL, { Range: 'bytes=1000-800000' });
    assert.equal(part.status, 206);
    assert.ok(part.bytes.equals(tarball.subarray(1000, 800_001)));
  });

  test('a download that cannot be resumed is aborted, and never looks complete', async (t) => {
    const { proxy, registry } = await open(t);
    await registry.author.mustPublish({ tarball: tarballOf(900_000) });
    let isBegun = false;
    proxy.fault = ({ method }) => {
      if (method !== 'GET') return undefined;
      const fault: Fault = isBegun ? { kind: 'reset' } : { kind: 'truncate' };
      isBegun = true;
      return fault;
    };
    await assert.rejects(registry.anonymous.get(TARBALL));
    assert.match(registry.log.join('\n'), /the answer broke off/);
  });

  test('a tarball that is missing, truncated, or out of reach is a 503 until it is back', async (t) => {
    const { bucket, proxy, registry } = await open(t);
    const tarball = tarballOf(5000);
    await registry.author.mustPublish({ tarball });
    const [key = ''] = await bucket.listKeys('team/primes/sha256/');
    const isUnavailable = async (): Promise<void> => {
      expectProblem(await registry.anonymous.get(TARBALL), 'storage_unavailable');
    };
    await bucket.put(key, tarball.subarray(1));
    await isUnavailable();
    await bucket.remove(key);
    await isUnavailable();
    await bucket.put(key, tarball);
    proxy.fault = () => ({ kind: 'reset' });
    await isUnavailable();
    await eventually(async () => assert.equal((await registry.anonymous.get('/-/health/ready')).status, 503));
    assert.equal((await registry.anonymous.get('/pack/@acme/web-style')).status, 200);
    proxy.fault = () => undefined;
    assert.ok((await registry.anonymous.get(TARBALL)).bytes.equals(tarball));
    await eventually(async () => assert.equal((await registry.anonymous.get('/-/health/ready')).status, 200));
  });

  test('starts during an outage of the object store, logs it, and is ready when it is back', async (t) => {
    const bucket = await s3.makeBucket();
    const proxy = await startFaultyProxy(s3.account.endpoint);
    proxy.fault = () => ({ kind: 'reset' });
    const registry = await startRegistry({ blobs: bucket.locationAt(proxy.baseUrl) });
    t.after(async () => {
      await registry.stop();
      await proxy.close();
    });
    assert.equal((await registry.anonymous.get('/-/health/ready')).status, 503);
    await eventually(async () => assert.match(registry.log.join('\n'), /the tarballs cannot be used/));
    proxy.fault = () => undefined;
    await eventually(async () => assert.equal((await registry.anonymous.get('/-/health/ready')).status, 200));
  });

  test('two registries on one bucket share their blobs', async (t) => {
    const bucket = await s3.makeBucket();
    const [one, other] = await Promise.all([1, 2].map(() => startRegistry({ blobs: bucket.location })));
    assert.ok(one && other);
    t.after(() => Promise.all([one.stop(), other.stop()]));
    const tarball = tarballOf(5000);
    for (const { author, anonymous } of [one, other]) {
      await author.mustPublish({ tarball });
      assert.ok((await anonymous.get(TARBALL)).bytes.equals(tarball));
    }
    assert.equal((await bucket.listKeys('team/primes/sha256/')).length, 1);
  });
});
