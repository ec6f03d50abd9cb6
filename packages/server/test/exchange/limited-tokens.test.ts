// What a token may do that is limited to a Prime or to some of its versions: every endpoint that changes something.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ErrorCode } from '@prime-registry/protocol';
import {
  type Actor,
  type Answer,
  eventually,
  expectProblem,
  publishForm,
  startRegistry,
} from '@prime-registry/testkit';
import { operatorActs } from '../../src/actions/tokens/act.ts';
import { change } from '../lifecycle/changing.ts';
import { attenuate, attenuated, holderOf, postForm } from './exchanging.ts';

const HOUR_MS = 3_600_000;
const clock = { nowMs: Date.now() };
const registry = await startRegistry({
  ...{ allowStableYank: true, ownerRemovalMs: HOUR_MS, failedAuthRate: 'off' },
  now: () => clock.nowMs,
});
after(() => registry.stop());
const { author, admin, anonymous } = registry;

const PRIME = '@acme/web-style';
const OTHER = '@acme/other';
for (const version of ['1.2.0', '1.2.1', '1.3.0', '2.0.0', '2.1.0'])
  await author.mustPublish({ name: PRIME, version });
for (const version of ['1.2.0', '1.3.0']) await author.mustPublish({ name: OTHER, version });

/** Requests that change something, by what they concern. */
const CHANGES: readonly [
  what: string,
  send: (actor: Actor, name: string, version: string) => Promise<Answer>,
][] = [
  ['publish', (actor, name, version) => actor.publish({ name, version: `${version}-rc.9` })],
  ['check', (actor, name, version) => actor.checkPublish({ name, version: `${version}-rc.8` })],
  ['yank', (actor, name, version) => actor.yank(name, version)],
  [
    'unyank',
    (actor, name, version) => actor.request(`/-/primes/${name}/${version}/yank`, { method: 'DELETE' }),
  ],
];
const WHOLE: readonly [what: string, send: (actor: Actor, name: string) => Promise<Answer>][] = [
  [
    'deprecate',
    (actor, name) => change(actor, 'PUT', 'deprecation', { range: '^1.2', message: 'old' }, name),
  ],
  ['undeprecate', (actor, name) => change(actor, 'DELETE', 'deprecation', { range: '^1.2' }, name)],
  ['set a channel', (actor, name) => change(actor, 'PUT', 'channels/beta', { version: '1.3.0' }, name)],
  ['publish to a channel', (actor, name) => publishTo(actor, name)],
  ['remove a channel', (actor, name) => change(actor, 'DELETE', 'channels/beta', undefined, name)],
  ['move', (actor, name) => change(actor, 'PUT', 'move', { to: '@acme/next' }, name)],
  ['move back', (actor, name) => change(actor, 'DELETE', 'move', undefined, name)],
  ['remove', (actor, name) => change(actor, 'POST', '1.2.1/removal', { category: 'other' }, name)],
];

let published = 0;
function publishTo(actor: Actor, name: string): Promise<Answer> {
  published += 1;
  const form = publishForm({ name, version: `1.4.${published}` });
  form.set('channel', 'beta');
  return actor.request('/publish', { method: 'POST', body: form });
}

/** The code of a refusal; the status of anything else. */
function outcomeOf({ status, json }: Answer): ErrorCode | number {
  return status < 400 ? status : (json.code as ErrorCode);
}

test('a token for some versions writes those, and no other version or Prime', async () => {
  const limited = await attenuated(author, `publish yank prime:${PRIME}@^1.2`);
  for (const [what, write] of CHANGES) {
    const code = outcomeOf(await write(limited, PRIME, '1.3.0'));
    assert.ok(typeof code === 'number', `${what}: ${code}`);
    for (const [name, version] of [
      [PRIME, '2.0.0'],
      [PRIME, '1.1.0'],
      [OTHER, '1.3.0'],
      ['@other/web-style', '1.3.0'],
    ] as const)
      assert.equal(
        outcomeOf(await write(limited, name, version)),
        'prime_not_allowed',
        `${what} ${name} ${version}`,
      );
  }
  assert.equal(
    outcomeOf(await limited.publish({ name: PRIME, version: '2.0.0-alpha' })),
    'prime_not_allowed',
  );
  const { json } = await limited.get('/-/whoami');
  assert.deepEqual([json.scopes, json.primes], [[], [`${PRIME}@^1.2`]]);
});

test('a token for some versions changes nothing that concerns the whole Prime', async () => {
  const limited = await attenuated(author, `prime:${PRIME}@^1.2`);
  for (const [what, write] of WHOLE) {
    const answer = await write(limited, PRIME);
    assert.equal(outcomeOf(answer), 'prime_not_allowed', what);
  }
  assert.match(
    expectProblem(await (WHOLE[5]?.[1] ?? assert.fail())(limited, PRIME), 'prime_not_allowed').detail,
    /^This token may write to @acme\/web-style@\^1\.2, and this concerns all versions of @acme\/web-style\.$/,
  );
});

test('a token for a whole Prime changes it, and no other', async () => {
  const limited = await attenuated(author, `prime:${PRIME}`);
  for (const [what, write] of WHOLE) {
    assert.equal(outcomeOf(await write(limited, OTHER)), 'prime_not_allowed', what);
    if (/move/.test(what)) continue;
    const code = outcomeOf(await write(limited, PRIME));
    assert.notEqual(code, 'prime_not_allowed', what);
    assert.notEqual(code, 'scope_not_allowed', what);
  }
  const to = await change(limited, 'PUT', 'move', { to: OTHER }, PRIME);
  assert.equal(outcomeOf(to), 'prime_not_allowed', 'the other name is not its own');
});

test('permissions that were left out are missing', async () => {
  const limited = await attenuated(author, 'publish');
  assert.equal(outcomeOf(await limited.yank(PRIME, '1.2.0')), 'permission_missing');
  assert.deepEqual((await limited.get('/-/whoami')).json.scopes, ['@acme']);
});

test('no exchange makes more of a token, in one step or two', async () => {
  const refused: [from: string, to: string][] = [
    ['publish', 'yank'],
    ['publish', 'publish yank'],
    ['publish scope:@acme', 'scope:@other'],
    ['publish scope:@acme', 'scope:*'],
    ['publish scope:@acme', 'admin'],
    [`prime:${PRIME}`, 'scope:@acme'],
    [`prime:${PRIME}`, `prime:${OTHER}`],
    [`prime:${PRIME}@^1.2`, `prime:${PRIME}`],
    [`prime:${PRIME}@^1.2`, `prime:${PRIME}@^1`],
    [`prime:${PRIME}@^1.2`, `prime:${PRIME}@>=1.3`],
    [`prime:${PRIME}@^1.2`, `prime:${PRIME}@^1.3%20||%202.0.0`],
    [`prime:${PRIME}@1.2.0`, `prime:${PRIME}@1.2.1`],
  ];
  for (const [from, to] of refused) {
    const first = await attenuated(author, from);
    const { status, json } = await attenuate(anonymous, first.token ?? '', { scope: to });
    assert.deepEqual(
      [status, json.error, json.code],
      [400, 'invalid_scope', 'token_scope_refused'],
      `${from}: ${to}`,
    );
  }
  const twice = await attenuated(
    await attenuated(author, `prime:${PRIME}@^1.2`),
    `publish prime:${PRIME}@~1.3`,
  );
  assert.deepEqual((await twice.get('/-/whoami')).json.primes, [`${PRIME}@~1.3`]);
  assert.equal(outcomeOf(await twice.publish({ name: PRIME, version: '1.2.9' })), 'prime_not_allowed');
});

test('not even that of an operator gives admin away', async () => {
  const token = await attenuated(admin, 'scope:*');
  const { json } = await token.get('/-/whoami');
  assert.deepEqual([json.permissions, json.scopes], [['read', 'publish', 'yank'], ['*']]);
});

test('a token lives no longer than the one it comes from', async () => {
  const short = await registry.actorWith({
    ...{ permissions: ['publish'], scopes: ['@acme'] },
    expiresAtMs: clock.nowMs + 600_000,
  });
  const lives = async (expiresIn?: string) =>
    (await attenuate(anonymous, short.token ?? '', expiresIn === undefined ? {} : { expires_in: expiresIn }))
      .json.expires_in;
  assert.deepEqual([await lives(), await lives('3600'), await lives('60')], [600, 600, 60]);
  const long = async (expiresIn?: string) =>
    (await attenuate(anonymous, author.token ?? '', expiresIn === undefined ? {} : { expires_in: expiresIn }))
      .json;
  assert.deepEqual([(await long()).expires_in, (await long('86400')).expires_in], [3600, 86_400]);
  for (const wrong of ['86401', '0', '-1', '1.5', '1e3', ' 60', 'soon'])
    assert.equal((await long(wrong)).code, 'invalid_request', wrong);
});

test('a token ends with the one it comes from, through every generation', async () => {
  const parent = await registry.actorWith({ permissions: ['publish'], scopes: ['@acme'] });
  const child = await attenuated(parent, `prime:${PRIME}`);
  const grandchild = await attenuated(child, `prime:${PRIME}@^1.2`);
  const sibling = await attenuated(parent, '');
  await postForm(anonymous, '/-/revoke', { token: child.token ?? '' });
  for (const ended of [child, grandchild]) expectProblem(await ended.get('/-/whoami'), 'unauthenticated');
  assert.match(expectProblem(await grandchild.get('/-/whoami'), 'unauthenticated').detail, /comes from/);
  assert.equal((await sibling.get('/-/whoami')).status, 200);
  assert.equal((await attenuate(anonymous, grandchild.token ?? '')).json.code, 'subject_token_invalid');

  const { id } = (await parent.get('/-/whoami')).json;
  await registry.store.revokeToken(id, clock.nowMs, operatorActs('token-revoke', clock.nowMs));
  expectProblem(await sibling.get('/-/whoami'), 'unauthenticated');
});

test('an operator revokes a token by its id, and it is found in what is published', async () => {
  const token = await attenuated(author, 'publish');
  const files = { 'notes.md': `the token is ${token.token}` };
  const refused = await author.publish({ name: '@acme/leak', files });
  assert.match(expectProblem(refused, 'invalid_tarball').detail, /valid access token of this registry/);
  const { id } = (await token.get('/-/whoami')).json;
  const revoked = await registry.store.revokeToken(
    id,
    clock.nowMs,
    operatorActs('token-revoke', clock.nowMs),
  );
  assert.equal(revoked?.id, id);
  expectProblem(await token.get('/-/whoami'), 'unauthenticated');
  assert.equal((await author.publish({ name: '@acme/leak', files })).status, 201, 'it has ended');
});

test('generations are counted', async () => {
  let token = author;
  for (let generation = 0; generation < 8; generation += 1) token = await attenuated(token, 'publish');
  const answer = await attenuate(anonymous, token.token ?? '');
  assert.equal(answer.json.code, 'subject_token_invalid');
  assert.equal(
    holderOf(anonymous, await attenuate(anonymous, author.token ?? '')).baseUrl,
    anonymous.baseUrl,
  );
});

test('a token that is only exchanged is in use', async () => {
  const parent = await registry.actorWith({ permissions: ['publish'], scopes: ['@acme'] });
  const { id } = (await parent.get('/-/whoami')).json;
  clock.nowMs += HOUR_MS;
  await attenuated(parent, 'publish');
  await eventually(async () => {
    const stored = (await registry.store.listTokens()).find((token) => token.id === id);
    assert.equal(stored?.lastUsedAtMs, clock.nowMs);
  });
});
