// POST /-/publish/check: the answer of a publish, and nothing is kept.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  atomFiles,
  buildTarball,
  expectProblem,
  type PrimeDraft,
  publishForm,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { change } from '../lifecycle/changing.ts';
import { expectRefused, lookAt } from './refusal.ts';

const MAX_TARBALL_BYTES = 16_384;
const atoms = (...names: string[]) => atomFiles(...names.map((name) => ({ id: `@acme/${name}` })));

suite('a check before a publish', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry({
      maxTarballBytes: MAX_TARBALL_BYTES,
      scopeMaxVersions: 6,
      protectedChannels: ['stable'],
      ownerRemovalMs: 3_600_000,
    });
    await registry.author.mustPublish({ files: atoms('one', 'two') });
    await registry.author.mustPublish({ name: '@acme/removed' });
    await registry.author.mustPublish({ name: '@acme/moved' });
  });
  after(() => registry.stop());

  /** A check and a publish of the same draft are refused in the same words. */
  async function refuse(who: 'anonymous' | 'author' | 'stranger', draft: PrimeDraft, code: Code) {
    const actor = registry[who];
    const { name = '@acme/new' } = draft;
    const whole = { name, ...draft };
    const checked = expectProblem(await actor.checkPublish(whole), code);
    const published = expectProblem(await actor.publish(whole), code);
    const { request_id: _one, ...said } = checked;
    const { request_id: _other, ...expected } = published;
    assert.deepEqual(said, expected);
    return checked;
  }
  type Code = Parameters<typeof expectRefused>[2]['code'];

  test('is accepted with the receipt that the publish then gets', async () => {
    const draft = { name: '@acme/accepted', files: atoms('one', 'two') };
    const before = await lookAt(registry, draft.name, '1.0.0');
    const checked = await registry.author.checkPublish(draft);
    assert.equal(checked.status, 200, checked.text);
    assert.deepEqual(await lookAt(registry, draft.name, '1.0.0'), before);
    const published = await registry.author.publish(draft);
    const { log, ...receipt } = published.json;
    assert.deepEqual([published.status, receipt], [201, checked.json]);
    assert.ok(log, 'only what is published is in the log');
  });

  test('leaves no entry in the audit log, and counts for no quota', async () => {
    const look = async () => [
      await registry.store.findScopeUsage('@acme'),
      await registry.store.listAuditEntries({}, 0, 1000),
    ];
    const before = await look();
    assert.equal((await registry.author.checkPublish({ name: '@acme/counted' })).status, 200);
    assert.deepEqual(await look(), before);
  });

  test('stores no byte of the tarball, not even during the upload', async () => {
    const body = Buffer.from(await new Response(publishForm({ name: '@acme/streamed' })).arrayBuffer());
    const contentType = `multipart/form-data; boundary=${/^--(\S+)/.exec(body.toString('latin1'))?.[1]}`;
    const before = await registry.listFiles();
    let during: string[] = [];
    const answer = await fetch(`${registry.baseUrl}/-/publish/check`, {
      method: 'POST',
      headers: { authorization: `Bearer ${registry.author.token}`, 'content-type': contentType },
      duplex: 'half',
      body: new ReadableStream({
        async start(controller) {
          controller.enqueue(body.subarray(0, -10));
          // Another request is answered in the meantime: the first piece has been read.
          for (let count = 0; count < 5; count += 1) await registry.anonymous.get('/-/health/ready');
          during = await registry.listFiles();
          controller.enqueue(body.subarray(-10));
          controller.close();
        },
      }),
    } as RequestInit);
    assert.deepEqual([answer.status, during], [200, before]);
  });

  test('refuses what a publish refuses: token, form, manifest, tarball, size, scope', async () => {
    const large = Buffer.concat([buildTarball({ 'a.md': 'text' }), Buffer.alloc(MAX_TARBALL_BYTES)]);
    await refuse('anonymous', {}, 'unauthenticated');
    await refuse('author', { manifest: null }, 'invalid_form');
    await refuse('author', { tarball: null }, 'invalid_form');
    await refuse('author', { manifest: 'name: x' }, 'invalid_manifest');
    await refuse('author', { tarball: Buffer.from('no gzip') }, 'invalid_tarball');
    await refuse('author', { tarball: large }, 'tarball_too_large');
    await refuse('stranger', {}, 'scope_not_allowed');
  });

  test('refuses a token without the permission before the body', async () => {
    const reader = await registry.actorWith({ permissions: ['read'], scopes: ['*'] });
    expectProblem(await reader.checkPublish({}), 'permission_missing');
  });

  test('refuses a version that exists, one that was removed, and a name that has moved', async () => {
    await refuse('author', { name: '@acme/web-style' }, 'version_exists');
    await change(registry.admin, 'POST', '1.0.0/removal', { category: 'secret' }, '@acme/removed');
    const { detail } = await refuse('author', { name: '@acme/removed' }, 'version_exists');
    assert.match(detail, /never free again/);
    await change(registry.author, 'PUT', 'move', { to: '@acme/web-style' }, '@acme/moved');
    await refuse('author', { name: '@acme/moved', version: '2.0.0' }, 'prime_moved');
  });

  test('refuses a channel that only an admin may set', async () => {
    const form = publishForm({ name: '@acme/channelled' });
    form.set('channel', 'stable');
    const answer = await registry.author.request('/-/publish/check', { method: 'POST', body: form });
    expectProblem(answer, 'channel_protected');
  });

  test('tells of a step that is too small, and refuses it if the form asks for that', async () => {
    const draft = { version: '1.0.1', files: atoms('one') };
    const warned = await registry.author.checkPublish(draft);
    assert.deepEqual([warned.status, warned.json.atoms.step.rule.respected], [200, false]);
    for (const path of ['/-/publish/check', '/publish']) {
      const form = publishForm(draft);
      form.set('version-rule', 'enforce');
      const send = () => registry.author.request(path, { method: 'POST', body: form });
      const problem = await expectRefused(registry, send, {
        code: 'version_step_too_small',
        version: '1.0.1',
      });
      assert.match(problem.detail, /use 2\.0\.0 or later/);
      assert.match(problem.errors?.[0]?.message ?? '', /@acme\/two was removed/);
    }
    const form = publishForm({ ...draft, version: '2.0.0' });
    form.set('version-rule', 'enforce');
    const enough = await registry.author.request('/-/publish/check', { method: 'POST', body: form });
    assert.equal(enough.status, 200, enough.text);
  });

  test('refuses another value of version-rule', async () => {
    const form = publishForm({ name: '@acme/ruled' });
    form.set('version-rule', 'off');
    const answer = await registry.author.request('/-/publish/check', { method: 'POST', body: form });
    assert.equal(expectProblem(answer, 'invalid_form').errors?.[0]?.field, 'version-rule');
  });

  test('refuses a version for which the scope has no room', async () => {
    for (const version of ['3.0.0', '4.0.0', '5.0.0']) {
      if ((await registry.author.checkPublish({ version })).status === 200)
        await registry.author.mustPublish({ version });
    }
    await refuse('author', { version: '6.0.0' }, 'scope_quota_exceeded');
  });
});

test('checks count towards the rate limit of publishes', async () => {
  const registry = await startRegistry({ publishRate: { requests: 2, windowS: 3600 } });
  try {
    assert.equal((await registry.author.checkPublish()).status, 200);
    assert.equal((await registry.author.publish()).status, 201);
    const answer = await registry.author.checkPublish({ version: '2.0.0' });
    expectProblem(answer, 'rate_limited');
    assert.ok(answer.headers.has('retry-after'));
  } finally {
    await registry.stop();
  }
});

test('an operator who switched the version rule off still enforces it for who asks', async () => {
  const registry = await startRegistry({ versionRule: 'off' });
  try {
    await registry.author.mustPublish({ files: atoms('one', 'two') });
    const draft = { version: '1.0.1', files: atoms('one') };
    assert.equal((await registry.author.checkPublish(draft)).json.atoms.step, undefined);
    const form = publishForm(draft);
    form.set('version-rule', 'enforce');
    const answer = await registry.author.request('/publish', { method: 'POST', body: form });
    expectProblem(answer, 'version_step_too_small');
  } finally {
    await registry.stop();
  }
});
