// `mirror evict`, `mirror status` and the evictions of a server: a mirror and its upstream.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { buildTarball, eventually } from '@prime-registry/testkit';
import { must, parseLines, run } from './data/on-data.ts';
import { atEnd, listFiles, type ServedRegistry, serveHere, start } from './temporary-registry.ts';

const PATH = '/pack/@lib/noise';

/** The setting for upstreams on loopback. */
function behind(...urls: readonly string[]): Record<string, string> {
  const upstreams = urls.map((url) => ({ url, 'allow-private-addresses': true, timeout: '120s' }));
  return { PRIME_REGISTRY_UPSTREAMS: JSON.stringify(upstreams) };
}

/** A registry with three versions of 10,000 bytes or so. */
async function startOrigin(t: TestContext): Promise<ServedRegistry> {
  const origin = await serveHere(t);
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    const tarball = buildTarball({ 'noise.bin': randomBytes(10_000) });
    await origin.admin.mustPublish({ name: '@lib/noise', version, tarball });
  }
  return origin;
}

/** Reads every version, in order. */
async function readAll({ anonymous, dataFolder }: ServedRegistry): Promise<void> {
  for (const [index, version] of ['1.0.0', '1.1.0', '1.2.0'].entries()) {
    assert.equal((await anonymous.get(`${PATH}/${version}/tarball`)).status, 200);
    // A tarball is in its place before the version is committed.
    await eventually(async () => {
      const [upstream] = parseLines(await must(dataFolder, 'mirror', 'status', '--json'));
      assert.ok(upstream?.versions > index);
    });
  }
}

test('a server evicts by itself above the limit, and pulls again; verify finds no fault', async (t) => {
  const origin = await startOrigin(t);
  const environment = { ...behind(origin.baseUrl), PRIME_REGISTRY_WORKERS: '2' };
  const first = await start(t, { environment });
  await readAll(first);
  await first.admin.mustPublish({ name: '@mine/a' });
  const { dataFolder } = first;
  assert.equal(await first.end('SIGTERM'), 0);

  const limited = await start(t, {
    dataFolder,
    environment: { ...environment, PRIME_REGISTRY_MIRROR_MAX_BYTES: '15KiB' },
  });
  await eventually(async () => assert.equal((await listFiles(dataFolder, 'blobs/sha256')).length, 2));
  assert.match(await must(dataFolder, 'verify'), /^Checked 2 versions, 2 tarballs, .*: all is well\.\n$/);
  const told = parseLines(await must(dataFolder, 'audit', '--json', '--action', 'evict'));
  assert.deepEqual(
    told.map(({ actor, version, details }) => [actor.id, actor.name, version, details.reason]),
    ['1.0.0', '1.1.0'].map((version) => ['mirror', origin.baseUrl, version, 'size']),
  );
  await eventually(async () => {
    const { text } = await limited.anonymous.get('/-/metrics');
    const evicted = [...text.matchAll(/^prime_registry_evicted_versions_total\{.*\} (\d+)$/gm)];
    assert.equal(
      evicted.reduce((sum, [, count]) => sum + Number(count), 0),
      2,
    );
  });

  const there = await origin.anonymous.get(`${PATH}/1.0.0/tarball`);
  const here = await limited.anonymous.get(`${PATH}/1.0.0/tarball`);
  assert.equal(here.status, 200);
  assert.ok(here.bytes.equals(there.bytes));
  // It is stored, and something is evicted for it soon.
  await eventually(async () => {
    const entries = parseLines(await must(dataFolder, 'audit', '--json', '--name', '@lib/noise'));
    const count = (wanted: string) => entries.filter(({ action }) => action === wanted).length;
    assert.deepEqual([count('mirror'), count('evict')], [4, 3]);
    // Tarballs go after the commit.
    assert.equal((await listFiles(dataFolder, 'blobs/sha256')).length, 2);
  });
  assert.equal(await must(dataFolder, 'gc', '--older-than', '1ms'), 'There is nothing to remove.\n');
  assert.equal((await limited.anonymous.get('/pack/@mine/a/1.0.0/tarball')).status, 200);
});

test('the command lists what it would evict, and evicts it on request', async (t) => {
  const origin = await startOrigin(t);
  const { dataFolder, ...registry } = await serveHere(t, { environment: behind(origin.baseUrl) });
  await readAll({ dataFolder, ...registry });
  assert.equal(
    await must(dataFolder, 'mirror', 'evict'),
    'There is no limit: set mirror-max-bytes or mirror-max-age.\n',
  );
  assert.equal(
    await must(dataFolder, 'mirror', 'evict', '--mirror-max-age', '1d'),
    'There is nothing to evict.\n',
  );
  const limit = ['--mirror-max-bytes', '15KiB'];
  const shown = await must(dataFolder, 'mirror', 'evict', '--dry-run', ...limit);
  assert.match(
    shown,
    /^would evict @lib\/noise 1\.0\.0, \S+ KiB, of \S+: over the size limit, last read \d{4}-\d\d-\d\d\nwould evict .*\nWould evict 2 versions, \S+ KiB\. Nothing was changed\.\n$/,
  );
  assert.equal((await listFiles(dataFolder, 'blobs/sha256')).length, 3);

  // What was stored in this millisecond is left to a later run.
  await delay(5);
  const lines = parseLines(await must(dataFolder, 'mirror', 'evict', '--json', ...limit));
  assert.deepEqual(
    lines.map(({ kind, version, reason, evicted }) => [kind, version, reason, evicted]),
    [
      ['version', '1.0.0', 'size', true],
      ['version', '1.1.0', 'size', true],
      ['summary', undefined, undefined, true],
    ],
  );
  assert.equal(lines[2].versions, 2);
  assert.equal((await listFiles(dataFolder, 'blobs/sha256')).length, 1);
  const [told] = parseLines(await must(dataFolder, 'audit', '--json', '--action', 'evict'));
  assert.equal(told.actor.id, 'operator');
  const refused = await run(dataFolder, ['mirror', 'evict', '--mirror-max-age', '5m']);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /mirror-max-age: '5m' .*is not allowed; use 0, or a length of time from 1d/);
});

test('the status says which upstreams answer, what is mirrored, and what is evicted next', async (t) => {
  // Times in the status have seconds.
  const begin = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString().replace('.000Z', 'Z');
  const origin = await startOrigin(t);
  const broken = createServer((_request, response) => response.writeHead(500).end());
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  atEnd(t, () => broken.close());
  const brokenUrl = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
  const { dataFolder, ...registry } = await serveHere(t, { environment: behind(origin.baseUrl) });
  assert.equal(
    await must(dataFolder, 'mirror', 'status'),
    'There are no upstreams, and nothing is mirrored here.\n',
  );
  await registry.anonymous.get(PATH);
  await readAll({ dataFolder, ...registry });
  const upstreams = behind(origin.baseUrl, brokenUrl).PRIME_REGISTRY_UPSTREAMS ?? '';
  const flags = ['--upstreams', upstreams, '--mirror-max-bytes', '15KiB'];
  const [first, second, ...others] = parseLines(
    await must(dataFolder, 'mirror', 'status', '--json', ...flags),
  );
  assert.deepEqual(others, []);
  assert.deepEqual(
    [first.url, first.configured, first.answers, first.primes, first.versions, first.lists],
    [origin.baseUrl, true, true, 1, 3, 1],
  );
  assert.equal(first.next_eviction.versions, 2);
  assert.ok(first.size_bytes > 30_000);
  assert.ok(begin <= first.first_pulled_at);
  assert.ok(first.first_pulled_at <= first.last_pulled_at);
  assert.ok(begin <= first.last_checked_at);
  assert.deepEqual(
    [second.url, second.configured, second.answers, second.versions, second.first_pulled_at],
    [brokenUrl, true, false, 0, null],
  );
  assert.match(second.failure, /500/);

  const text = await must(dataFolder, 'mirror', 'status');
  assert.match(text, /^ {2}answers +not asked: it is not among the upstreams$/m);
  assert.match(text, /^ {2}holds +1 Prime, 3 versions, \S+ KiB$/m);
  assert.match(text, /^ {2}lists +1, checked \S+Z$/m);
  assert.match(text, /^ {2}next eviction +0 versions, 0 B$/m);
});
