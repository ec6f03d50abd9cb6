// What a 201 promises: every later request sees the version, from anybody, in every process, whatever else
// goes on.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Actor, buildTarball, startProcess, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { buildServer, DEFAULT_SETTINGS } from 'prime-registry';

const versionsOf = ({ json }: { json: { versions: { version: string }[] } }): string[] =>
  json.versions.map(({ version }) => version);

suite('a version that was published', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry();
  });
  after(() => registry.stop());

  test('has a receipt: name, version, digest of the exact bytes, path', async () => {
    const tarball = buildTarball({ 'a.md': 'receipt' });
    const answer = await registry.author.publish({ name: '@acme/receipt', version: '1.2.3-rc.1+b', tarball });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    const sha256 = createHash('sha256').update(tarball).digest('hex');
    const { atoms, log, ...receipt } = answer.json;
    assert.deepEqual(Object.keys(log).sort(), ['index', 'origin', 'proof', 'size']);
    assert.deepEqual(atoms, { count: 0, kinds: [], problem_count: 0, problems: [] });
    assert.deepEqual(receipt, {
      name: '@acme/receipt',
      version: '1.2.3-rc.1+b',
      sha256,
      url: '/pack/@acme/receipt/1.2.3-rc.1+b/tarball',
    });
    const download = await registry.anonymous.get(answer.json.url);
    assert.deepEqual([download.status, download.bytes], [200, tarball]);
  });

  test('is visible to the next request, in every place', async () => {
    for (let patch = 0; patch < 10; patch += 1) {
      const version = `1.0.${patch}`;
      const { json } = await registry.author.publish({ name: '@acme/visible', version });
      const [list, manifest, tarball, search] = await Promise.all([
        registry.anonymous.get('/pack/%40acme%2Fvisible'),
        registry.anonymous.get(`/pack/@acme/visible/${version}`),
        registry.anonymous.get(json.url),
        registry.anonymous.get('/search?q=visible'),
      ]);
      assert.equal(versionsOf(list).at(-1), version);
      assert.equal(list.json.latest, version);
      assert.equal(manifest.json.sha256, json.sha256);
      assert.equal(tarball.status, 200);
      assert.equal(search.json.results[0].version, version);
    }
  });

  test('is visible to the next request to another server on the same folder', async (t) => {
    const second = await buildServer(
      { ...DEFAULT_SETTINGS, dataFolder: registry.dataFolder, logLevel: 'silent' },
      { logStream: { write: () => undefined } },
    );
    t.after(() => second.close());
    await second.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = second.app.server.address() as AddressInfo;
    const [here, there] = [registry.author, new Actor(`http://127.0.0.1:${port}`, registry.author.token)];
    for (const [index, [writer, reader]] of [[here, there] as const, [there, here] as const].entries()) {
      const version = `2.${index}.0`;
      const { status, json } = await writer.publish({ name: '@acme/shared', version });
      assert.equal(status, 201);
      assert.equal((await reader.get('/pack/@acme/shared')).json.latest, version);
      assert.equal((await reader.get(json.url)).status, 200);
      assert.equal((await reader.get('/search?q=shared')).json.results[0].version, version);
      assert.equal((await reader.publish({ name: '@acme/shared', version })).status, 409);
    }
  });

  test('one of 200 simultaneous publishes is listed like all others', async () => {
    const versions = Array.from({ length: 200 }, (_, index) => `1.${index}.0`);
    const answers = await Promise.all(
      versions.map((version) => registry.author.publish({ name: '@acme/many', version })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    const list = await registry.anonymous.get('/pack/@acme/many');
    assert.deepEqual(versionsOf(list), versions);
    assert.equal(list.json.latest, '1.199.0');
    for (const { json } of answers) {
      const { bytes } = await registry.anonymous.get(json.url);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), json.sha256);
    }
  });

  test('one of 100 simultaneous publishes of different Primes is visible like all others', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `@acme/crowd-${index}`);
    await Promise.all(names.map((name) => registry.author.publish({ name })));
    const lists = await Promise.all(names.map((name) => registry.anonymous.get(`/pack/${name}`)));
    assert.deepEqual(
      lists.map(({ json }) => [json.name, ...versionsOf({ json })]),
      names.map((name) => [name, '1.0.0']),
    );
    const { total } = (await registry.anonymous.get('/search?q=crowd&limit=1')).json;
    assert.equal(total, 100);
  });
});

test('two processes on one folder: of simultaneous publishes of one version, one wins, and both serve it', async (t) => {
  const home = await startRegistry();
  const processes = await Promise.all([1, 2].map(() => startProcess({ dataFolder: home.dataFolder })));
  const actors = processes.map(({ actorWith }) => actorWith(home.author.token));
  t.after(async () => {
    await Promise.all(processes.map(({ end }) => end('SIGTERM')));
    await home.stop();
  });
  for (let patch = 0; patch < 3; patch += 1) {
    const version = `1.0.${patch}`;
    const drafts = Array.from({ length: 10 }, (_, racer) => ({
      version,
      files: { 'a.md': `racer ${racer} for ${version}` },
    }));
    const answers = await Promise.all(drafts.map((draft, racer) => actors[racer % 2]?.publish(draft)));
    assert.deepEqual(
      answers.map((answer) => answer?.status ?? 0).toSorted((a, b) => a - b),
      [201, ...Array.from({ length: 9 }, () => 409)],
    );
    const receipt = answers.find((answer) => answer?.status === 201)?.json;
    for (const actor of actors) {
      assert.equal((await actor.get('/pack/@acme/web-style')).json.latest, version);
      const { bytes } = await actor.get(receipt.url);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), receipt.sha256);
    }
  }
  assert.equal((await home.listFiles()).length, 3);
});

suite('a blob that several versions use', () => {
  const tarball = buildTarball({ 'a.md': 'shared by all' });
  const sha256 = createHash('sha256').update(tarball).digest('hex');
  const path = join('blobs', 'sha256', sha256.slice(0, 2), sha256);

  test('is stored once, and stays when a publish with its bytes is lost', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    const drafts = ['@acme/one', '@acme/two', '@acme/three'].map((name) => ({ name, tarball }));
    const answers = await Promise.all(drafts.map((draft) => registry.author.publish(draft)));
    assert.deepEqual(
      answers.map(({ status, json }) => [status, json.sha256]),
      drafts.map(() => [201, sha256]),
    );
    assert.deepEqual(await registry.listFiles(), [path]);

    await registry.author.publish({ name: '@acme/four', files: { 'b.md': 'of its own' } });
    const files = await registry.listFiles();
    assert.equal(files.length, 2);
    // Lost to a version with other bytes, to its own, at the manifest, and at the scope.
    assert.equal((await registry.author.publish({ name: '@acme/four', tarball })).status, 409);
    assert.equal((await registry.author.publish({ name: '@acme/one', tarball })).status, 409);
    assert.equal((await registry.author.publish({ manifest: 'x', tarball })).status, 400);
    assert.equal((await registry.stranger.publish({ tarball })).status, 403);
    assert.deepEqual(await registry.listFiles(), files);
    for (const { json } of answers) assert.deepEqual((await registry.anonymous.get(json.url)).bytes, tarball);
    assert.deepEqual(await readFile(join(registry.dataFolder, path)), tarball);
  });

  test('is complete for a client that downloads it while others publish it again', async (t) => {
    const registry = await startRegistry();
    t.after(() => registry.stop());
    const { json } = await registry.author.publish({ name: '@acme/first', tarball });
    const publishing = Array.from({ length: 20 }, (_, index) =>
      registry.author.publish({ name: `@acme/again-${index}`, tarball }),
    );
    const downloading = Array.from({ length: 40 }, () => registry.anonymous.get(json.url));
    for (const { bytes } of await Promise.all(downloading)) assert.deepEqual(bytes, tarball);
    for (const { status } of await Promise.all(publishing)) assert.equal(status, 201);
    assert.deepEqual(await registry.listFiles(), [path]);
  });
});
