// Full scopes: the messages, and that nobody exceeds the quota.
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import {
  type AtomSource,
  atomFiles,
  buildTarball,
  expectProblem,
  manifestText,
  RawClient,
  type RegistryOptions,
  startRegistry,
} from '@prime-registry/testkit';
import { startServer } from '../http/response-cache/observed-server.ts';

async function start(t: TestContext, options: RegistryOptions) {
  const registry = await startRegistry(options);
  t.after(() => registry.stop());
  return registry;
}

function edgesTo(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `@acme/a${index}`);
}

function manyAtoms(fields: Omit<AtomSource, 'id'>): AtomSource[] {
  return edgesTo(100).map((id) => ({ id, ...fields }));
}

suite('quotas', () => {
  test('versions of all Primes of a scope, yanked ones too; other scopes have their own', async (t) => {
    const { admin, author, stranger, listFiles } = await start(t, { scopeMaxVersions: 2 });
    await admin.mustPublish({ version: '1.0.0-a' });
    await admin.mustPublish({ name: '@acme/other' });
    await admin.yank('@acme/web-style', '1.0.0-a');
    const files = await listFiles();
    for (const draft of [{ version: '2.0.0' }, { name: '@acme/third' }]) {
      const { detail } = expectProblem(await admin.publish(draft), 'scope_quota_exceeded');
      assert.match(detail, /^@acme would have 3 versions; the limit is 2\. /);
    }
    assert.deepEqual(await listFiles(), files, 'nothing is left behind');
    assert.equal((await author.get('/pack/@acme/third')).status, 404);
    expectProblem(await admin.publish({ name: '@acme/other' }), 'version_exists');
    assert.equal((await stranger.publish({ name: '@other/one' })).status, 201);
  });

  test('bytes of tarballs, manifests, READMEs and atoms', async (t) => {
    const readme = 'word '.repeat(2000);
    const tarball = buildTarball({ 'README.md': readme });
    const { admin } = await start(t, { scopeMaxBytes: 30_000 });
    await admin.mustPublish({ version: '1.0.0', tarball });
    await admin.mustPublish({ version: '2.0.0', tarball });
    const { detail } = expectProblem(
      await admin.publish({ version: '3.0.0', tarball }),
      'scope_quota_exceeded',
    );
    const [, would = ''] =
      /^@acme would have ([0-9]+) bytes; the limit is 30000\. Tarballs, manifests, READMEs and atoms count\./.exec(
        detail,
      ) ?? [];
    const texts = 3 * (readme.length + tarball.length);
    assert.ok(Number(would) > texts && Number(would) < texts + 3000, detail);
    assert.equal((await admin.publish({ version: '3.0.1' })).status, 201, 'a small one still fits');
  });

  // Each takes a few kB as a tarball, and much in the database.
  for (const [what, draft] of [
    ['a README', { files: { 'README.md': 'word '.repeat(50_000) } }],
    ['the part of the manifest', { manifest: Buffer.from(`${manifestText()}# ${'x'.repeat(250_000)}\n`) }],
    ['descriptions of atoms', { files: atomFiles(...manyAtoms({ description: 'word '.repeat(400) })) }],
    ['edges of atoms', { files: atomFiles(...manyAtoms({ edges: { requires: edgesTo(200) } })) }],
  ] as const) {
    test(`are not exceeded by ${what}`, async (t) => {
      const { admin, anonymous } = await start(t, { scopeMaxBytes: 100_000 });
      expectProblem(await admin.publish(draft), 'scope_quota_exceeded');
      assert.equal((await anonymous.get('/pack/@acme/web-style')).status, 404);
    });
  }

  test('a token whose scopes are all full is refused before its upload; others when their scope is known', async (t) => {
    const { admin, author, actorWith, baseUrl } = await start(t, { scopeMaxVersions: 1 });
    await author.mustPublish();
    const client = await RawClient.connect(baseUrl);
    await client.sendHead('POST /publish HTTP/1.1', {
      Authorization: `Bearer ${author.token}`,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': '50000000',
      Expect: '100-continue',
    });
    const answer = await client.readAnswer();
    expectProblem(answer, 'scope_quota_exceeded');
    assert.deepEqual(answer.interim, []);
    client.destroy();
    for (const actor of [admin, await actorWith({ permissions: ['publish'], scopes: ['@acme', '@free'] })]) {
      expectProblem(await actor.publish(), 'version_exists');
      expectProblem(await actor.publish({ version: '2.0.0' }), 'scope_quota_exceeded');
    }
  });

  test('simultaneous publishes, to two processes on one folder, do not exceed it', async (t) => {
    const { admin, dataFolder, anonymous } = await start(t, { scopeMaxVersions: 5 });
    const other = await startServer({ dataFolder, scopeMaxVersions: 5 });
    t.after(() => other.close());
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, patch) =>
        (patch % 2 === 0 ? admin : other.admin).publish({ version: `1.0.${patch}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(5).fill(201), ...Array(19).fill(403)]);
    assert.equal((await anonymous.get('/pack/@acme/web-style')).json.versions.length, 5);
  });

  test('apply from now on: what was there before stays, and counts', async (t) => {
    const { admin, dataFolder } = await start(t, {});
    for (const version of ['1.0.0', '2.0.0', '3.0.0']) await admin.mustPublish({ version });
    const limited = await startServer({ dataFolder, scopeMaxVersions: 2 });
    t.after(() => limited.close());
    const { detail } = expectProblem(
      await limited.admin.publish({ version: '4.0.0' }),
      'scope_quota_exceeded',
    );
    assert.match(detail, /would have 4 versions; the limit is 2/);
    assert.equal((await limited.anonymous.get('/pack/@acme/web-style/1.0.0/tarball')).status, 200);
  });
});
