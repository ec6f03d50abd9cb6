// Downloads are counted by version and day: whole ones, from the response cache or not, and nothing else.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectProblem, startRegistry } from '@prime-registry/testkit';
import { newVersion } from '@prime-registry/testkit/versions';
import { DownloadCounter, downloadKey } from '../../src/actions/download-counter.ts';
import { start } from '../process/temporary-registry.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const PATH = '/pack/@acme/web-style/1.0.0/tarball';

test('whole downloads count, and those that begin at the first byte; a process that stops stores them', async (t) => {
  const first = await start(t);
  const { admin, anonymous, dataFolder } = first;
  await admin.mustPublish();
  // The first is read, the others are hot reads, in every spelling.
  for (let round = 0; round < 3; round += 1) await anonymous.get(PATH);
  await anonymous.get('/pack/%40acme%2Fweb-style/1.0.0/tarball');
  await anonymous.get(`${PATH}?cache=buster`);
  await anonymous.get(PATH, { range: 'bytes=0-9' });
  // None of these is a download.
  await anonymous.request(PATH, { method: 'HEAD' });
  await anonymous.get(PATH, { range: 'bytes=5-9' });
  await anonymous.get(PATH, { range: 'bytes=999999-' });
  await anonymous.get(PATH, { 'if-none-match': '*' });
  await anonymous.get('/pack/@acme/web-style/9.9.9/tarball');
  await anonymous.get('/pack/@acme/web-style/1.0.0');
  await first.end('SIGTERM');

  const second = await start(t, { dataFolder });
  const { json } = await second.anonymous.get('/-/primes/@acme/web-style/downloads?days=2');
  assert.deepEqual([json.name, json.total, json.days.length], ['@acme/web-style', 6, 1]);
  const [{ date, ...day }] = json.days;
  assert.deepEqual(day, { downloads: 6, versions: [{ version: '1.0.0', downloads: 6 }] });
  assert.match(date, /^\d{4}-\d{2}-\d{2}$/);
  assert.ok(date >= json.since);
});

describe('the answer', () => {
  test('is for existing Primes, and valid numbers of days', async () => {
    const registry = await startRegistry();
    try {
      await registry.author.mustPublish();
      const path = '/-/primes/@acme/web-style/downloads';
      const { json } = await registry.anonymous.get(path);
      assert.deepEqual([json.total, json.days], [0, []]);
      for (const days of ['0', '367', '-1', 'x', '', '1&days=2'])
        expectProblem(await registry.anonymous.get(`${path}?days=${days}`), 'invalid_query');
      expectProblem(await registry.anonymous.get('/-/primes/@acme/absent/downloads'), 'prime_not_found');
    } finally {
      await registry.stop();
    }
  });
});

describe('counting', () => {
  const count = downloadKey('@acme/web-style', '1.0.0');

  test('no count is lost during an outage of the store', async () => {
    const registry = await startRegistry();
    try {
      await registry.store.insertVersion(newVersion(), async () => undefined);
      let isAway = true;
      const failures: unknown[] = [];
      const counter = new DownloadCounter({
        store: {
          ...registry.store,
          addDownloads: (counts) =>
            isAway ? Promise.reject(new Error('away')) : registry.store.addDownloads(counts),
        },
        now: () => NOW,
        onFailure: (error) => failures.push(error),
      });
      counter.count(count);
      counter.count(count);
      await counter.flush();
      assert.equal(failures.length, 1);
      counter.count(count);
      isAway = false;
      await Promise.all([counter.flush(), counter.flush()]);
      await counter.flush();
      assert.equal(await registry.store.countDownloads('@acme/web-style'), 3);
    } finally {
      await registry.stop();
    }
  });

  test('without downloads, nothing is stored', async () => {
    const registry = await startRegistry();
    try {
      const before = await registry.store.changeStamp();
      const counter = new DownloadCounter({
        store: registry.store,
        now: () => NOW,
        onFailure: (error) => assert.fail(String(error)),
      });
      await counter.flush();
      assert.equal(await registry.store.changeStamp(), before);
    } finally {
      await registry.stop();
    }
  });
});
