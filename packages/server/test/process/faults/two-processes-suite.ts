// Two processes of one registry behave as one.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { type ProcessOptions, runCommand } from '@prime-registry/testkit';
import { beginPublish } from '../publish-by-hand.ts';
import { listFiles, type ServedRegistry, serveHere, start } from '../temporary-registry.ts';

/** Names a new registry: its folder, and where its data is. */
type NewRegistry = (t: TestContext) => Promise<Pick<ProcessOptions, 'dataFolder' | 'environment'>>;

/** Declares the tests. */
export function testTwoProcesses(makeRegistry: NewRegistry): void {
  test('of two processes of one registry,', async (t) => {
    const registry = await makeRegistry(t);
    const one = await start(t, registry);
    let two: readonly [ServedRegistry, ServedRegistry] | undefined;
    const both = () => two ?? assert.fail('the second one did not start');

    await t.test('one that starts leaves the uploads of the other alone', async () => {
      const { finish } = await beginPublish(one, { name: '@acme/upload', description: 'A slow one' });
      // In the process of the test.
      const other = await serveHere(t, registry);
      two = [one, other];
      assert.equal((await listFiles(one.dataFolder, 'uploads')).length, 1);
      assert.equal((await finish()).status, 201);
      assert.equal((await other.anonymous.get('/pack/@acme/upload/1.0.0/tarball')).status, 200);
    });

    await t.test('each serves what the other has acknowledged', async () => {
      const [, other] = both();
      assert.equal((await one.admin.publish({ version: '1.0.0-rc.1' })).status, 201);
      assert.equal((await other.anonymous.get('/pack/@acme/web-style')).json.latest, '1.0.0-rc.1');
      assert.equal((await other.anonymous.get('/search?q=web')).json.total, 1);
      assert.equal((await other.anonymous.get('/pack/@acme/web-style/1.0.0-rc.1/tarball')).status, 200);
      assert.equal((await other.admin.publish({ version: '1.0.0-rc.1' })).status, 409);

      assert.equal((await other.admin.yank('@acme/web-style', '1.0.0-rc.1')).status, 200);
      assert.equal((await one.anonymous.get('/pack/@acme/web-style')).json.latest, '');
      assert.equal((await one.anonymous.get('/search?q=web')).json.total, 0);
    });

    await t.test('one gets each version of simultaneous publishes, and no loser leaves a blob', async () => {
      const before = (await listFiles(registry.dataFolder, 'blobs/sha256')).length;
      const versions = Array.from({ length: 8 }, (_, index) => `1.${index}.0`);
      // As many rivals for the first one as for three others.
      const rivals = versions.flatMap((version, index) => Array<string>(index === 0 ? 20 : 6).fill(version));
      const answers = await Promise.all(
        rivals.map((version, index) =>
          both()[index % 2]?.admin.publish({
            name: '@acme/contested',
            version,
            files: { 'README.md': `${index} for ${version}` },
          }),
        ),
      );
      const winners = answers.flatMap((answer) => (answer?.status === 201 ? [answer.json] : []));
      assert.deepEqual(winners.map(({ version }) => version).toSorted(), versions);
      assert.equal(
        answers.filter((answer) => answer?.status === 409).length,
        rivals.length - versions.length,
      );
      assert.equal((await listFiles(registry.dataFolder, 'blobs/sha256')).length, before + versions.length);
      for (const { anonymous } of both()) {
        for (const { url, version, sha256 } of winners) {
          const { bytes } = await anonymous.get(url);
          assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
          assert.equal((await anonymous.get(`/pack/@acme/contested/${version}`)).json.sha256, sha256);
        }
      }
    });
  });

  test('of simultaneous inits one creates the tables and the admin token, and the others say so', async (t) => {
    const { dataFolder, environment } = await makeRegistry(t);
    const data = `${dataFolder}/new`;
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => runCommand(['init', '--data', data], environment)),
    );
    const done = runs.filter(({ code }) => code === 0);
    assert.equal(done.length, 1, JSON.stringify(runs));
    for (const { code, stderr } of runs) if (code !== 0) assert.match(stderr, /there is a registry in/);
    const { stdout } = await runCommand(['token', 'list', '--json', '--data', data], environment);
    assert.equal(stdout.trim().split('\n').length, 1, stdout);
  });
}
