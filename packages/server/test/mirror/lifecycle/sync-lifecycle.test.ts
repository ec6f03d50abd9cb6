// A copy of an upstream follows yanks that were taken back and removals, also of Primes that the upstream does not
// list any more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { change } from '../../lifecycle/changing.ts';
import { must, parseLines, publishMany, run } from '../../process/data/on-data.ts';
import { listFiles } from '../../process/temporary-registry.ts';
import { mustSync, type Pair, startPair, sync, syncForLines } from '../sync/syncing.ts';

async function startCopied(t: Parameters<typeof startPair>[0]): Promise<Pair> {
  const pair = await startPair(t);
  const { origin } = pair;
  await publishMany(origin, 3);
  await origin.admin.mustPublish({ name: '@other/only', version: '1.0.0' });
  await origin.admin.yank('@acme/web-style', '1.0.0');
  await mustSync(pair);
  await change(origin.admin, 'DELETE', '1.0.0/yank');
  await change(origin.admin, 'POST', '1.1.0/removal', { category: 'secret' });
  await change(origin.admin, 'POST', '1.0.0/removal', { category: 'law', reason: 'A court.' }, '@other/only');
  return pair;
}

test('it says what it would follow, follows it, and has nothing to do afterwards', async (t) => {
  const pair = await startCopied(t);
  const { dataFolder, link } = pair;
  const sum = 'copy 0 versions of 0 Primes, 0 B, 1 there already, 1 no longer yanked, 2 removed as there.';
  for (let round = 0; round < 2; round += 1)
    assert.equal(await mustSync(pair, '--dry-run'), `Would ${sum} Nothing was changed.\n`);
  const [first, second, third, summary] = await syncForLines(pair);
  // Primes are copied at the same time.
  assert.deepEqual(
    [first, second, third].map(({ kind, name, version }) => `${kind} ${name} ${version}`).toSorted(),
    ['removed @acme/web-style 1.1.0', 'removed @other/only 1.0.0', 'unyanked @acme/web-style 1.0.0'],
  );
  assert.deepEqual([summary.unyanked, summary.removed, summary.failed], [1, 2, 0]);
  assert.equal((await listFiles(dataFolder, 'blobs')).length, 2);
  const told = parseLines(
    await must(dataFolder, 'audit', '--json', '--action', 'remove', '--action', 'unyank'),
  ).map(({ action, actor, name, version }) => `${action} ${actor.name} ${name} ${version}`);
  assert.deepEqual(told.toSorted(), [
    `remove ${link.baseUrl} @acme/web-style 1.1.0`,
    `remove ${link.baseUrl} @other/only 1.0.0`,
    `unyank ${link.baseUrl} @acme/web-style 1.0.0`,
  ]);
  assert.equal(await mustSync(pair, '--full'), 'Copied 0 versions of 0 Primes, 0 B, 2 there already.\n');
  assert.match(await must(dataFolder, 'verify'), /all is well/);
});

test('it keeps what its upstream has removed if the setting says so, and names it', async (t) => {
  const pair = await startCopied(t);
  const { code, stdout, stderr } = await sync(pair, ['--mirror-keep-removed']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /no longer yanked\.$/m);
  assert.match(
    stderr,
    /^warning: @acme\/web-style 1\.1\.0 was removed at .*; mirror-keep-removed keeps it here$/m,
  );
  assert.equal((await listFiles(pair.dataFolder, 'blobs')).length, 4);
});

test('it does not copy what the operator of the mirror has removed', async (t) => {
  const pair = await startPair(t);
  await publishMany(pair.origin, 2);
  await mustSync(pair);
  await must(pair.dataFolder, 'remove', '@acme/web-style@1.0.0', '--category', 'malware');
  const { code, stdout, stderr } = await sync(pair, ['--full']);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, 'Copied 0 versions of 0 Primes, 0 B, 1 there already, 1 skipped.\n');
  assert.match(stderr, /^skipped: @acme\/web-style 1\.0\.0: it was removed here$/m);
  const evicted = await run(pair.dataFolder, ['mirror', 'rebind', '@acme/web-style']);
  assert.equal(evicted.code, 0, evicted.stderr);
});
