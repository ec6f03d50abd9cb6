// A copy of a faulty upstream: temporary failures are retried, permanent ones are reported and skipped, and
// after any interruption the copy can be resumed.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { leftovers, must, publishMany, tarballOf } from '../../process/data/on-data.ts';
import { mustSync, startPair, sync, syncForLines } from './syncing.ts';

const isTarball = (path: string): boolean => path.endsWith('/tarball');

test('a version with wrong bytes is reported and skipped; the others are copied, and it is once it is right', async (t) => {
  const pair = await startPair(t);
  const { origin, link, dataFolder } = pair;
  await publishMany(origin, 3);
  await origin.admin.mustPublish({ name: '@other/a' });
  for (const kind of ['flip', 'shorten', 'truncate'] as const) {
    link.fault = ({ path }) => (path.includes('1.1.0/tarball') ? { kind } : undefined);
    const { code, stdout, stderr } = await sync(pair);
    assert.equal(code, 1);
    assert.match(stdout, /, 1 failed\.\n$/);
    assert.deepEqual(stderr.match(/^failed: \S+ \S+:/gm), ['failed: @acme/web-style 1.1.0:']);
    assert.deepEqual(await leftovers(dataFolder), []);
  }
  link.fault = ({ path }) => (path.includes('1.1.0/tarball') ? { kind: 'flip' } : undefined);
  const [failed, summary] = await syncForLines(pair);
  assert.deepEqual([failed.kind, failed.name, failed.version], ['failed', '@acme/web-style', '1.1.0']);
  assert.deepEqual([summary.kind, summary.failed, summary.present], ['summary', 1, 3]);
  link.fault = () => undefined;
  assert.match(await mustSync(pair), /^Copied 1 version of 1 Prime, [0-9]+ B, 3 there already\.\n$/);
  assert.match(await must(dataFolder, 'verify'), /all is well/);
});

test('a wrong list is reported; a missing version does not end the copy', async (t) => {
  const pair = await startPair(t);
  const { origin, link } = pair;
  for (const name of ['@a/a', '@a/b', '@a/c']) await origin.admin.mustPublish({ name });
  link.fault = ({ path }) => {
    if (path.startsWith('/pack/%40a%2Fa')) return { kind: 'answer', status: 200, body: '<html>' };
    return path === '/pack/@a/b/1.0.0' ? { kind: 'answer', status: 404 } : undefined;
  };
  const { code, stdout, stderr } = await sync(pair);
  assert.equal(code, 1);
  assert.match(stdout, /^Copied 1 version of 1 Prime, [0-9]+ B, 0 there already, 2 failed\.\n$/);
  assert.match(stderr, /^failed: @a\/a: /m);
  assert.match(stderr, /^failed: @a\/b 1\.0\.0: .* lists it but does not have it$/m);
  const summary = (await syncForLines(pair)).at(-1);
  assert.equal(summary.reached, null, 'the position to resume from is before the failure');
});

test('an overloaded upstream is awaited as long as it says, by all requests together', async (t) => {
  const pair = await startPair(t);
  const { origin, link } = pair;
  await publishMany(origin, 4);
  for (const status of [429, 503]) {
    let refused = 0;
    const first = link.requests.length;
    link.fault = () => {
      // A request at the beginning, and one after its repetition.
      if (![2, 6].includes(link.requests.length - first)) return undefined;
      refused += 1;
      return { kind: 'answer', status, headers: { 'retry-after': '1' } };
    };
    await origin.admin.mustPublish({ name: `@later/p${status}` });
    const before = performance.now();
    await mustSync(pair);
    assert.ok(refused > 0);
    assert.ok(performance.now() - before >= 1000, 'the copy waited');
  }
});

test('an upstream that asks for hours is not awaited, and given up in the end: even if its lists are answered', async (t) => {
  const pair = await startPair(t);
  const { origin, link } = pair;
  const names = Array.from({ length: 40 }, (_, index) => `@a/p${index}`);
  await Promise.all(names.map((name) => origin.admin.mustPublish({ name })));
  for (const beginning of ['/pack/', '/pack/@']) {
    link.fault = ({ path }) =>
      path.startsWith(beginning)
        ? { kind: 'answer', status: 503, headers: { 'retry-after': '7200' } }
        : undefined;
    const { code, stdout, stderr } = await sync(pair);
    assert.equal(code, 1);
    const failed = Number(/^Copied 0 versions .* ([0-9]+) failed\.\n$/.exec(stdout)?.[1]);
    assert.ok(failed >= 20 && failed < 40, stdout);
    assert.match(
      stderr,
      /^prime-registry: the copy was given up after 20 failures in a row; the last one: .* 7200 s/m,
    );
  }
});

test('tarballs over the size limit are reported, and not downloaded', async (t) => {
  const pair = await startPair(t);
  const { origin, link } = pair;
  await publishMany(origin, 1);
  const { code, stderr } = await sync({ ...pair, environment: { PRIME_REGISTRY_MAX_TARBALL: '1KiB' } });
  assert.equal(code, 0, stderr);
  const tarball = tarballOf(randomBytes(3000).toString('hex'));
  await origin.admin.mustPublish({ name: '@acme/large', tarball });
  const refused = await sync({ ...pair, environment: { PRIME_REGISTRY_MAX_TARBALL: '1KiB' } });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /^failed: @acme\/large 1\.0\.0: .*more than 1024 bytes/);
  assert.ok(!link.requests.some((request) => request.includes('large') && isTarball(request)));
});

test('stopped by a signal, it says up to where everything is copied, and resumes from there', async (t) => {
  const pair = await startPair(t);
  const { origin, link, dataFolder } = pair;
  const names = Array.from({ length: 20 }, (_, index) => `@a/p${String(index).padStart(2, '0')}`);
  await Promise.all(names.map((name) => origin.admin.mustPublish({ name })));
  const condition = (): boolean => link.requests.length > 30;
  const { code, stdout, stderr } = await sync(pair, ['--rate', '20'], {
    killWhen: { signal: 'SIGINT', condition },
  });
  assert.equal(code, 130, stderr);
  const copied = Number(/^Copied ([0-9]+) versions/.exec(stdout)?.[1]);
  assert.ok(copied > 0 && copied < 20, stdout);
  const reached =
    /^prime-registry: stopped by SIGINT; everything up to (\S+) is copied; run it again/m.exec(stderr)?.[1] ??
    '';
  assert.ok(names.includes(reached), stderr);
  assert.deepEqual(await leftovers(dataFolder), []);

  const before = link.requests.length;
  const behind = await mustSync(pair, '--after', reached);
  assert.match(behind, /^Copied [0-9]+ versions/);
  const asked = link.requests.slice(before).filter((request) => request.includes('/pack/'));
  const namesAsked = asked.map((request) => /@a\/p[0-9]+/.exec(decodeURIComponent(request))?.[0] ?? '');
  assert.ok(namesAsked.length > 0 && namesAsked.every((name) => name > reached), `${namesAsked} ${reached}`);
  assert.equal(await mustSync(pair), 'Copied 0 versions of 0 Primes, 0 B, 20 there already.\n');
  assert.match(await must(dataFolder, 'verify'), /all is well/);
});

test('stopped while the upstream hangs, it ends at once, and reports no failures', async (t) => {
  const pair = await startPair(t, { timeout: '10m' });
  await publishMany(pair.origin, 3);
  for (const hanging of ['/-/', '/pack/%40', '/pack/@acme/web-style/1.1.0', '/tarball']) {
    pair.link.fault = ({ path }) => (path.includes(hanging) ? { kind: 'hang' } : undefined);
    const before = pair.link.requests.length;
    const condition = (): boolean =>
      pair.link.requests.slice(before).some((request) => request.includes(hanging));
    const { code, stderr } = await sync(pair, [], { killWhen: { signal: 'SIGTERM', condition } });
    assert.equal(code, 143, stderr);
    assert.doesNotMatch(stderr, /failed/);
  }
  pair.link.fault = () => undefined;
  await mustSync(pair);
  assert.match(await mustSync(pair, '--full'), / 3 there already\.\n$/);
});

test('a yank that was noticed but not repeated, as after a kill, is repeated the next time', async (t) => {
  const pair = await startPair(t);
  const { origin, dataFolder } = pair;
  await publishMany(origin, 2);
  await mustSync(pair);
  await origin.admin.yank('@acme/web-style', '1.1.0');
  assert.match(await mustSync(pair), /, 1 yanked since\.\n$/);
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  database.exec('update versions set yanked_at_ms = null, yanked_by = null, yank_reason = null');
  database.close();
  assert.match(await mustSync(pair, '--full'), /, 1 yanked since\.\n$/);
  assert.match(await mustSync(pair, '--full'), / 2 there already\.\n$/);
});

test('killed in the middle, it leaves nothing wrong, and resumes', async (t) => {
  const pair = await startPair(t);
  const { origin, link, dataFolder } = pair;
  await publishMany(origin, 15);
  const condition = (): boolean => link.requests.length > 20;
  const { code } = await sync(pair, ['--rate', '30'], { killWhen: { signal: 'SIGKILL', condition } });
  assert.equal(code, null);
  assert.match(await must(dataFolder, 'verify'), /all is well/);
  assert.match(await mustSync(pair), /^Copied [0-9]+ versions of 1 Prime/);
  assert.match(await mustSync(pair, '--full'), / 15 there already\.\n$/);
  assert.match(await must(dataFolder, 'verify'), /all is well/);
});
