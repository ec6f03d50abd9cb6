// A search index that is being rebuilt after an upgrade: searches wait for it, everything else does not.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { eventually, expectProblem, startProcess, startRegistry } from '@prime-registry/testkit';
import { makeFolder, serveHere } from '../process/temporary-registry.ts';

const README = '# Kiwis\n\nHow they are peeled.\n';

/** As an upgrade leaves the database. */
function makeStale(dataFolder: string): void {
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  database.exec('update index_states set form = 0');
  database.close();
}

test('only searches are refused until it is whole', async (t) => {
  const registry = await startRegistry();
  t.after(() => registry.stop());
  const { author, anonymous, store } = registry;
  await author.mustPublish({ name: '@acme/kiwi', files: { 'README.md': README } });
  makeStale(registry.dataFolder);

  for (const path of ['/search?q=kiwi', '/-/search?q=kiwi']) {
    const refused = await anonymous.get(path);
    expectProblem(refused, 'index_rebuilding');
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9][0-9]*$/);
  }
  const page = await anonymous.get('/-/find?q=kiwi', { accept: 'text/html' });
  assert.equal(page.status, 503);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  for (const path of [
    '/-/health/ready',
    '/',
    '/pack/@acme/kiwi',
    '/pack/@acme/kiwi/1.0.0/tarball',
    '/-/primes',
  ])
    assert.equal((await anonymous.get(path)).status, 200, path);
  await author.mustPublish({ name: '@acme/plum' });
  assert.ok(!registry.log.some((line) => line.includes('request failed')), 'no line for each of them');

  while ((await store.rebuildSearch()).kind !== 'whole');
  for (const name of ['kiwi', 'plum']) {
    const { json } = await anonymous.get(`/search?q=${name}`);
    assert.deepEqual(
      json.results.map((hit: { name: string }) => hit.name),
      [`@acme/${name}`],
    );
  }
  assert.equal((await anonymous.get('/-/search?q=peeled')).json.total, 1);
});

describe('a server that starts with it', { concurrency: 2 }, () => {
  for (const flags of [[], ['--workers', '2']]) {
    test(`rebuilds it, with ${flags.join(' ') || 'one process'}`, async (t) => {
      const dataFolder = await makeFolder(t);
      const before = await serveHere(t, { dataFolder });
      await before.admin.mustPublish({ name: '@acme/kiwi' });
      await before.stop();
      makeStale(dataFolder);

      const after = await startProcess({ dataFolder, flags });
      t.after(() => after.end('SIGKILL'));
      const anonymous = after.actorWith(undefined);
      await eventually(async () => assert.equal((await anonymous.get('/search?q=kiwi')).json.total, 1));
      await eventually(() =>
        assert.match(after.stderr(), /"duration_ms":[0-9]+,"msg":"the search index is whole"/),
      );
      assert.match(after.stderr(), /"percent":0,"msg":"the search index is being rebuilt"/);
      assert.equal(await after.end('SIGTERM'), 0);
      const again = await startProcess({ dataFolder });
      assert.equal((await again.actorWith(undefined).get('/search?q=kiwi')).json.total, 1);
      assert.ok(!again.stderr().includes('the search index'), 'once');
      await again.end('SIGTERM');
    });
  }
});
