// Two processes of one registry behave as one.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { type ProcessOptions, runCommand } from '@prime-registry/testkit';
import { beginPublish } from '../publish-by-hand.ts';
import { listFiles, type ServedRegistry, serveHere, start } from '../temporary-registry.ts';

/** Names a new registry: its folder, and where its data is. */
type NewRegistry = (t: TestContext) => Promise<Pick<ProcessOptions, 'dataFolder' | 'environment'>>;

/** A registry in a process of its own, and one in the process of the test. */
async function startTwo(
  t: TestContext,
  registry: Awaited<ReturnType<NewRegistry>>,
): Promise<[ServedRegistry, ServedRegistry]> {
  return [await start(t, registry), await serveHere(t, registry)];
}

/** Declares the tests. */
export function testTwoProcesses(makeRegistry: NewRegistry): void {
  test('what one process has acknowledged, the other serves', async (t) => {
    const registry = await makeRegistry(t);
    const [one, other] = await startTwo(t, registry);

    assert.equal((await one.admin.publish({ version: '1.0.0-rc.1' })).status, 201);
    assert.equal((await other.anonymous.get('/pack/@acme/web-style')).json.latest, '1.0.0-rc.1');
    assert.equal((await other.anonymous.get('/search?q=web')).json.total, 1);
    assert.equal((await other.anonymous.get('/pack/@acme/web-style/1.0.0-rc.1/tarball')).status, 200);
    assert.equal((await other.admin.publish({ version: '1.0.0-rc.1' })).status, 409);

    assert.equal((await other.admin.yank('@acme/web-style', '1.0.0-rc.1')).status, 200);
    assert.equal((await one.anonymous.get('/pack/@acme/web-style')).json.latest, '');
    assert.equal((await one.anonymous.get('/search?q=web')).json.total, 0);
  });

  test('of simultaneous publishes of one version through both, exactly one wins', async (t) => {
    const registry = await makeRegistry(t);
    const processes = await startTwo(t, registry);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        processes[index % 2]?.admin.publish({ files: { 'README.md': `number ${index}` } }),
      ),
    );
    const winners = answers.filter((answer) => answer?.status === 201);
    assert.equal(winners.length, 1);
    assert.equal(answers.filter((answer) => answer?.status === 409).length, 19);
    for (const { anonymous } of processes) {
      const { sha256 } = (await anonymous.get('/pack/@acme/web-style/1.0.0')).json;
      assert.equal(sha256, winners[0]?.json.sha256);
    }
  });

  test('of simultaneous publishes of several versions through both, each has one winner, and no loser leaves a blob', async (t) => {
    const registry = await makeRegistry(t);
    const processes = await startTwo(t, registry);
    const versions = Array.from({ length: 8 }, (_, index) => `1.${index}.0`);
    const drafts = versions.flatMap((version) =>
      Array.from({ length: 6 }, (_, rival) => ({
        version,
        files: { 'README.md': `${rival} for ${version}` },
      })),
    );
    const answers = await Promise.all(
      drafts.map((draft, index) => processes[index % 2]?.admin.publish(draft)),
    );
    const winners = answers.flatMap((answer) => (answer?.status === 201 ? [answer.json] : []));
    assert.deepEqual(winners.map(({ version }) => version).toSorted(), versions);
    assert.equal(answers.filter((answer) => answer?.status === 409).length, drafts.length - versions.length);
    assert.equal((await listFiles(registry.dataFolder, 'blobs/sha256')).length, versions.length);
    for (const { anonymous } of processes) {
      for (const { url, sha256 } of winners) {
        const { bytes } = await anonymous.get(url);
        assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
      }
    }
  });

  test('a process that starts leaves the uploads of another alone', async (t) => {
    const registry = await makeRegistry(t);
    const one = await start(t, registry);
    const { finish } = await beginPublish(one);
    const other = await serveHere(t, registry);
    assert.equal((await listFiles(one.dataFolder, 'uploads')).length, 1);
    assert.equal((await finish()).status, 201);
    assert.equal((await other.anonymous.get('/pack/@acme/web-style/1.0.0/tarball')).status, 200);
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
