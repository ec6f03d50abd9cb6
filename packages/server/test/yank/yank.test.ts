// DELETE /pack/:scope/:version: who may yank what, and the answers.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Answer, expectProblem, startRegistry } from '@prime-registry/testkit';

const clock = { nowMs: Date.UTC(2026, 10, 21, 9, 30, 0) };
const now = (): number => clock.nowMs;
const registry = await startRegistry({ now });
const permissive = await startRegistry({ now, allowStableYank: true });
after(() => Promise.all([registry.stop(), permissive.stop()]));

const NAME = '@acme/web-style';
const publish = (version: string) => registry.author.mustPublish({ version });

test('a prerelease is yanked with 200 and a receipt; a repeated yank has the same receipt', async () => {
  await publish('1.0.0-rc.1+build.7');
  const first = await registry.author.yank(NAME, '1.0.0-rc.1+build.7');
  assert.equal(first.status, 200);
  assert.equal(first.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.deepEqual(first.json, {
    name: NAME,
    version: '1.0.0-rc.1+build.7',
    yanked: true,
    yanked_at: '2026-11-21T09:30:00Z',
  });
  clock.nowMs += 60_000;
  for (const actor of [registry.author, registry.admin]) {
    const again = await actor.yank(NAME, '1.0.0-rc.1', { reason: 'too late to say' });
    assert.deepEqual([again.status, again.json], [200, first.json]);
  }
  const { json } = await registry.anonymous.get(`/pack/${NAME}/1.0.0-rc.1`);
  assert.equal(json.yank_reason, undefined, 'the first yank is unchanged');
});

test('every spelling of the path yanks', async () => {
  await publish('1.0.0-rc.2');
  for (const path of ['/pack/%40acme%2Fweb-style/1.0.0-rc.2', '/pack/@acme/web-style/1%2E0.0-rc.2']) {
    assert.equal((await registry.author.request(path, { method: 'DELETE' })).status, 200);
  }
});

describe('a stable version', () => {
  test('is not yanked: 403, with the reason, and nothing changes', async () => {
    await publish('1.0.0');
    const before = await registry.anonymous.get(`/pack/${NAME}/1.0.0`);
    for (const actor of [registry.author, registry.admin]) {
      const { detail } = expectProblem(await actor.yank(NAME, '1.0.0'), 'stable_yank_refused');
      assert.match(detail, /@acme\/web-style 1\.0\.0 is not a prerelease/);
    }
    assert.equal((await registry.anonymous.get(`/pack/${NAME}/1.0.0`)).text, before.text);
  });

  test('with build metadata is still stable', async () => {
    await publish('1.1.0+rc.1');
    expectProblem(await registry.author.yank(NAME, '1.1.0+rc.1'), 'stable_yank_refused');
  });

  test('is yanked if the operator allows it', async () => {
    await permissive.author.mustPublish({ version: '1.0.0' });
    const { status, json } = await permissive.author.yank(NAME, '1.0.0');
    assert.deepEqual([status, json.version, json.yanked], [200, '1.0.0', true]);
    const manifest = await permissive.anonymous.get(`/pack/${NAME}/1.0.0`);
    assert.equal(manifest.json.yanked, true);
  });
});

describe('a missing version cannot be yanked', () => {
  const cases = [
    [NAME, '9.9.9', 'version_not_found'],
    [NAME, '9.9.9-rc.1', 'version_not_found'],
    ['@acme/nothing', '1.0.0-rc.1', 'prime_not_found'],
    ['@acme/nothing', '1.0.0', 'prime_not_found'],
    [NAME, 'v1.0.0-rc.1', 'not_found'],
    ['@acme/Nothing', '1.0.0-rc.1', 'not_found'],
  ] as const;
  for (const [name, version, code] of cases) {
    test(`${name} ${version}: ${code}`, async () => {
      for (const { author } of [registry, permissive]) {
        if (code === 'version_not_found') await author.publish({ version: '1.0.0-rc.1' });
        expectProblem(await author.yank(name, version), code);
      }
    });
  }
});

describe('a token without the permission', () => {
  test('gets a 403, and nothing changes', async () => {
    await publish('2.0.0-rc.1');
    const reader = await registry.actorWith({ permissions: ['read'], scopes: ['*'] });
    const publisher = await registry.actorWith({ permissions: ['publish'], scopes: ['@acme'] });
    const yank = (actor: typeof reader): Promise<Answer> => actor.yank(NAME, '2.0.0-rc.1');
    expectProblem(await yank(registry.anonymous), 'unauthenticated');
    expectProblem(await yank(reader), 'permission_missing');
    expectProblem(await yank(publisher), 'permission_missing');
    const { detail } = expectProblem(await yank(registry.stranger), 'scope_not_allowed');
    assert.match(detail, /@other, not to @acme/);
    const { json } = await registry.anonymous.get(`/pack/${NAME}/2.0.0-rc.1`);
    assert.equal(json.yanked, false);
  });

  test('gets it before anything about the version', async () => {
    expectProblem(await registry.anonymous.yank('@acme/nothing', '1.0.0'), 'unauthenticated');
    expectProblem(await registry.stranger.yank('@acme/nothing', '1.0.0'), 'scope_not_allowed');
  });
});
