// What a valid token may do: its permissions and scopes, and a 403 that says what is missing.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { PERMISSIONS, type Permission } from '@prime-registry/protocol';
import { Actor, expectProblem, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { expectRefused } from '../publish/refusal.ts';

suite('permissions', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry({ adminToken: 'operators-own-token' });
  });
  after(() => registry.stop());

  let names = 0;
  const freshName = (scope = '@acme'): string => {
    names += 1;
    return `${scope}/permitted-${names}`;
  };

  for (const permission of PERMISSIONS) {
    test(`a token that may ${permission}`, async () => {
      const actor = await registry.actorWith({ permissions: [permission], scopes: ['@acme'] });
      const mayPublish = permission === 'publish' || permission === 'admin';
      const mayYank = permission === 'yank' || permission === 'admin';
      const name = freshName();
      if (mayPublish) assert.equal((await actor.publish({ name })).status, 201);
      else {
        const problem = await expectRefused(registry, () => actor.publish({ name }), {
          code: 'permission_missing',
          name,
        });
        assert.equal(problem.detail, `This token may ${permission}; a token that may publish is needed.`);
      }
      const yanked = freshName();
      await registry.admin.publish({ name: yanked, version: '1.0.0-rc.1' });
      const answer = await actor.yank(yanked, '1.0.0-rc.1');
      if (mayYank) assert.equal(answer.status, 200);
      else
        assert.match(expectProblem(answer, 'permission_missing').detail, /a token that may yank is needed/);
    });
  }

  test('a token with several permissions has each of them, and a 403 lists them', async () => {
    const permissions: Permission[] = ['read', 'yank'];
    const actor = await registry.actorWith({ permissions, scopes: ['@acme'] });
    const problem = expectProblem(await actor.publish({ name: freshName() }), 'permission_missing');
    assert.match(problem.detail, /may read and yank;/);
  });

  test('a token writes to its scopes and to no similar ones', async () => {
    const actor = await registry.actorWith({
      permissions: ['publish', 'yank'],
      scopes: ['@acme', '@acme.dev'],
    });
    for (const scope of ['@acme', '@acme.dev']) {
      const name = freshName(scope);
      assert.equal((await actor.publish({ name, version: '1.0.0-a' })).status, 201);
      assert.equal((await actor.yank(name, '1.0.0-a')).status, 200);
    }
    for (const scope of ['@acme2', '@acm', '@acme-dev', '@acme.de', '@acmexdev', '@dev']) {
      const name = freshName(scope);
      const problem = await expectRefused(registry, () => actor.publish({ name }), {
        code: 'scope_not_allowed',
        name,
      });
      assert.equal(problem.detail, `This token may write to @acme, @acme.dev, not to ${scope}.`);
      await registry.admin.publish({ name, version: '1.0.0-a' });
      expectProblem(await actor.yank(name, '1.0.0-a'), 'scope_not_allowed');
      assert.equal((await registry.anonymous.get(`/pack/${name}/1.0.0-a`)).json.yanked, false);
    }
  });

  test('the scope * is every scope, and admin is every permission but not every scope', async () => {
    const everywhere = await registry.actorWith({ permissions: ['publish'], scopes: ['*'] });
    assert.equal((await everywhere.publish({ name: freshName('@anywhere') })).status, 201);
    const admin = await registry.actorWith({ permissions: ['admin'], scopes: ['@acme'] });
    assert.equal((await admin.publish({ name: freshName('@acme') })).status, 201);
    expectProblem(await admin.publish({ name: freshName('@anywhere') }), 'scope_not_allowed');
  });

  test('a token without scopes writes nowhere', async () => {
    const actor = await registry.actorWith({ permissions: ['publish'], scopes: [] });
    const problem = expectProblem(await actor.publish({ name: freshName() }), 'scope_not_allowed');
    assert.equal(problem.detail, 'This token may write to no scope, not to @acme.');
  });

  test("the operator's own token may do everything", async () => {
    const operator = new Actor(registry.baseUrl, 'operators-own-token');
    const name = freshName('@anywhere');
    assert.equal((await operator.publish({ name, version: '1.0.0-a' })).status, 201);
    assert.equal((await operator.yank(name, '1.0.0-a')).status, 200);
    for (const token of ['operators-own-toke', 'operators-own-token1', 'OPERATORS-OWN-TOKEN']) {
      expectProblem(await new Actor(registry.baseUrl, token).publish({ name }), 'unauthenticated');
    }
  });

  test('if the operator has no own token, an empty token is invalid', async (t) => {
    const plain = await startRegistry();
    t.after(() => plain.stop());
    for (const authorization of ['Bearer ', 'Bearer undefined', 'Bearer operators-own-token']) {
      const answer = await plain.anonymous.request('/publish', {
        method: 'POST',
        headers: { authorization },
      });
      expectProblem(answer, 'unauthenticated');
    }
  });
});
