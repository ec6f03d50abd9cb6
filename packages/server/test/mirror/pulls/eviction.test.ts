// Mirrored versions are evicted by age or size, and pulled again when they are read.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIST, MANIFEST, startChain, TARBALL } from '../chain.ts';
import { ALL, blobsOf, bring, DAY_MS, evictFrom, isKept } from './evict-from.ts';

describe('an eviction', () => {
  test('takes what was not read for longest, until the limit is met', async () => {
    await using chain = await startChain();
    const { mirror } = chain;
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      await bring(chain, version, 10_000);
      await isKept(mirror, undefined, Number(version.slice(2, 3)) + 1);
    }
    const today = Math.floor(Date.now() / DAY_MS);
    await mirror.store.addDownloads([
      { name: '@acme/web-style', identity: '1.0.0', day: today + 1, downloads: 1 },
    ]);
    const mine = await mirror.admin.mustPublish({ name: '@mine/a' });
    const [usage] = await mirror.store.listMirrorUsage();
    assert.equal(usage?.versions, 3);
    const room = { mirrorMaxBytes: (usage?.sizeBytes ?? 0) - 15_000 };
    assert.deepEqual(await evictFrom(mirror, { limits: { mirrorMaxBytes: usage?.sizeBytes ?? 0 } }), []);
    assert.deepEqual(await evictFrom(mirror, { limits: room }), [
      '@acme/web-style 1.1.0 size',
      '@acme/web-style 1.2.0 size',
    ]);
    assert.deepEqual(await evictFrom(mirror, { limits: room }), []);
    assert.equal((await blobsOf(mirror)).length, 2);
    assert.equal((await mirror.anonymous.get(mine.url)).status, 200);
  });

  test('takes no more than it must while another process evicts', async () => {
    await using chain = await startChain();
    const { mirror } = chain;
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) {
      await bring(chain, version, 10_000);
      await isKept(mirror, undefined, Number(version.slice(2, 3)) + 1);
    }
    const [usage] = await mirror.store.listMirrorUsage();
    const limits = { mirrorMaxBytes: (usage?.sizeBytes ?? 0) - 15_000 };
    const store = mirror.store as { listMirrorUsage: typeof mirror.store.listMirrorUsage };
    const { listMirrorUsage } = store;
    const others: string[] = [];
    store.listMirrorUsage = async () => {
      store.listMirrorUsage = listMirrorUsage;
      const measured = await listMirrorUsage();
      others.push(...(await evictFrom(mirror, { limits })));
      return measured;
    };
    assert.deepEqual(await evictFrom(mirror, { limits }), []);
    assert.deepEqual(others, ['@acme/web-style 1.0.0 size', '@acme/web-style 1.1.0 size']);
  });

  test('takes what was not read for longer than the limit, and not a day earlier', async () => {
    // In the middle of a day, and later than all times in the file system.
    const nowMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
    await using chain = await startChain({}, { now: () => nowMs });
    const { mirror } = chain;
    await bring(chain, '1.0.0');
    await isKept(mirror);
    await mirror.admin.mustPublish({ name: '@mine/a' });
    const limits = { mirrorMaxAgeMs: 30 * DAY_MS };
    assert.deepEqual(await evictFrom(mirror, { limits, nowMs, afterMs: 30 * DAY_MS }), []);
    assert.deepEqual(await evictFrom(mirror, { limits, nowMs, afterMs: 31 * DAY_MS }), [
      '@acme/web-style 1.0.0 age',
    ]);
    assert.deepEqual(await evictFrom(mirror, { limits, nowMs, afterMs: 999 * DAY_MS }), []);
    assert.equal((await mirror.store.listVersions('@mine/a')).length, 1);
    assert.equal((await blobsOf(mirror)).length, 1);
  });

  test('leaves no trace of a Prime except in the audit log, and the next read pulls it again', async () => {
    await using chain = await startChain();
    const { origin, mirror } = chain;
    await bring(chain, '1.0.0');
    const { bytes } = await origin.anonymous.get(TARBALL);
    for (const path of [LIST, MANIFEST, TARBALL]) await mirror.anonymous.get(path);
    await isKept(mirror);
    assert.deepEqual(await evictFrom(mirror, ALL), ['@acme/web-style 1.0.0 age']);
    assert.deepEqual(await blobsOf(mirror), []);
    assert.equal((await mirror.anonymous.get('/-/search?q=web-style')).json.total, 0);
    const [entry] = await mirror.store.listAuditEntries({ actions: ['evict'] }, 0, 10);
    assert.deepEqual(
      [entry?.actorId, entry?.name, entry?.details?.reason],
      ['mirror', '@acme/web-style', 'age'],
    );

    const again = await mirror.anonymous.get(TARBALL);
    assert.equal(again.status, 200);
    assert.ok(again.bytes.equals(bytes));
    await isKept(mirror);
    assert.deepEqual((await mirror.anonymous.get(MANIFEST)).json.sha256, entry?.details?.sha256);
    assert.equal((await blobsOf(mirror)).length, 1);
    assert.deepEqual(await mirror.store.findDefects(), []);
  });

  test('keeps a tarball that a version of this registry references', async () => {
    await using chain = await startChain();
    const { origin, mirror } = chain;
    const tarball = (await origin.author.mustPublish()) && (await origin.anonymous.get(TARBALL)).bytes;
    await mirror.anonymous.get(TARBALL);
    await isKept(mirror);
    const mine = await mirror.admin.publish({ name: '@mine/a', tarball });
    assert.equal(mine.status, 201);
    assert.equal((await evictFrom(mirror, ALL)).length, 1);
    assert.ok((await mirror.anonymous.get('/pack/@mine/a/1.0.0/tarball')).bytes.equals(tarball));
  });

  test('does not disturb a download in flight', async () => {
    await using chain = await startChain();
    const { mirror } = chain;
    await bring(chain, '1.0.0', 12_000_000);
    await isKept(mirror);
    const answer = await fetch(`${mirror.baseUrl}${TARBALL}`);
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    assert.equal((await evictFrom(mirror, ALL)).length, 1);
    assert.deepEqual(await blobsOf(mirror), []);
    let length = first?.value?.length ?? 0;
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read())
      length += next.value.length;
    assert.equal(length, Number(answer.headers.get('content-length')));
  });

  test('is not noticed between the look-up of a version and the opening of its tarball', async () => {
    await using chain = await startChain();
    const { mirror, origin } = chain;
    await bring(chain, '1.0.0');
    const { bytes } = await origin.anonymous.get(TARBALL);
    await isKept(mirror);
    const store = mirror.store as { findVersion: typeof mirror.store.findVersion };
    const { findVersion } = store;
    store.findVersion = async (...version) => {
      store.findVersion = findVersion;
      const found = await findVersion(...version);
      assert.equal((await evictFrom(mirror, ALL)).length, 1);
      return found;
    };
    const answer = await mirror.anonymous.get(TARBALL);
    assert.equal(answer.status, 200);
    assert.ok(answer.bytes.equals(bytes));
    await isKept(mirror);
  });

  test('is not noticed if the version is pulled again at that moment', async () => {
    await using chain = await startChain();
    const { mirror, origin } = chain;
    await bring(chain, '1.0.0');
    const { bytes } = await origin.anonymous.get(TARBALL);
    await isKept(mirror);
    const store = mirror.store as { findVersion: typeof mirror.store.findVersion };
    const { findVersion } = store;
    const findPulledAgain: typeof findVersion = async (...version) => {
      store.findVersion = findVersion;
      assert.equal((await mirror.anonymous.get(TARBALL)).status, 200);
      await isKept(mirror);
      return findVersion(...version);
    };
    store.findVersion = async (...version) => {
      store.findVersion = findPulledAgain;
      const found = await findVersion(...version);
      assert.equal((await evictFrom(mirror, ALL)).length, 1);
      return found;
    };
    const answer = await mirror.anonymous.get(TARBALL);
    assert.equal(answer.status, 200);
    assert.ok(answer.bytes.equals(bytes));
  });

  test('that is interrupted leaves no tarball of what it has evicted', async () => {
    await using chain = await startChain();
    const { mirror } = chain;
    await bring(chain, '1.0.0');
    await bring(chain, '1.1.0');
    await isKept(mirror, undefined, 2);
    const stopping = new AbortController();
    const evicting = evictFrom(mirror, {
      ...ALL,
      signal: stopping.signal,
      onEvicted() {
        stopping.abort();
        stopping.signal.throwIfAborted();
      },
    });
    await assert.rejects(evicting, { name: 'AbortError' });
    assert.equal((await mirror.store.listVersions('@acme/web-style')).length, 0);
    assert.deepEqual(await blobsOf(mirror), []);
  });

  test('leaves a tarball that was touched recently to the next round', async () => {
    await using chain = await startChain();
    const { mirror } = chain;
    await bring(chain, '1.0.0');
    await isKept(mirror);
    const left = new Set<string>();
    assert.equal((await evictFrom(mirror, { ...ALL, blobsOlderThanMs: 4 * DAY_MS, left })).length, 1);
    assert.equal((await blobsOf(mirror)).length, 1);
    assert.equal(left.size, 1);
    assert.deepEqual(await evictFrom(mirror, { ...ALL, left }), []);
    assert.deepEqual(await blobsOf(mirror), []);
    assert.equal(left.size, 0);
  });
});

describe('metrics', () => {
  test('report hits and misses, of hot reads too, and how much is mirrored', async () => {
    await using chain = await startChain({ listMaxAgeMs: 3_600_000 });
    const { origin, mirror, link } = chain;
    await origin.author.mustPublish();
    const read = async (): Promise<Map<string, string>> => {
      const { text } = await mirror.anonymous.get('/-/metrics');
      return new Map(
        [...text.matchAll(/^(prime_registry_\w+)\{upstream="[^"]*"(.*)\} (\S+)$/gm)].map(
          ([, name = '', labels = '', value = '']) => [`${name}${labels}`, value],
        ),
      );
    };
    const reads = async (): Promise<unknown[]> => {
      const metrics = await read();
      return ['hit', 'miss'].map((outcome) =>
        Number(metrics.get(`prime_registry_mirror_reads_total,outcome="${outcome}"`) ?? 0),
      );
    };
    assert.deepEqual(await reads(), [0, 0]);
    for (const path of [LIST, MANIFEST, TARBALL]) await mirror.anonymous.get(path);
    assert.deepEqual(await reads(), [0, 3]);
    await isKept(mirror);
    for (const path of [LIST, MANIFEST, TARBALL])
      for (let time = 0; time < 4; time += 1) await mirror.anonymous.get(path);
    assert.deepEqual(await reads(), [12, 3]);
    await mirror.admin.mustPublish({ name: '@mine/a' });
    await mirror.anonymous.get('/pack/@mine/a');
    await mirror.anonymous.get('/pack/@mine/a/1.0.0/tarball');
    assert.deepEqual(await reads(), [12, 3]);

    const metrics = await read();
    const [usage] = await mirror.store.listMirrorUsage();
    assert.equal(metrics.get('prime_registry_mirrored_versions'), '1');
    assert.equal(metrics.get('prime_registry_mirrored_bytes'), String(usage?.sizeBytes));
    assert.ok(Number(metrics.get('prime_registry_upstream_silence_seconds')) < 60);
    assert.equal(metrics.get('prime_registry_upstream_errors_total'), undefined);
    await link.close();
    await mirror.anonymous.get('/pack/@acme/other');
    // Once for each failed request.
    assert.ok(Number((await read()).get('prime_registry_upstream_errors_total')) > 0);
  });
});
