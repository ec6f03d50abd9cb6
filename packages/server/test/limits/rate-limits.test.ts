// Rate limits as clients see them, and who is not limited.
import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { generateToken } from '@prime-registry/protocol';
import {
  Actor,
  type Answer,
  expectProblem,
  type RegistryOptions,
  startRegistry,
} from '@prime-registry/testkit';

const PATH = '/pack/@acme/web-style';

async function start(t: TestContext, options: RegistryOptions) {
  const clock = { nowMs: Date.UTC(2030, 0, 1) };
  const registry = await startRegistry({ now: () => clock.nowMs, ...options });
  t.after(() => registry.stop());
  return { clock, ...registry };
}

const standing = ({ headers }: Answer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];

suite('publishes and yanks', () => {
  test('are counted by token, with headers that report the state', async (t) => {
    const { author, stranger, clock } = await start(t, { publishRate: { requests: 2, windowS: 60 } });
    const first = await author.publish({ version: '1.0.0' });
    assert.deepEqual([first.status, ...standing(first)], [201, '"publish";q=2;w=60', '"publish";r=1;t=30']);
    const wrong = await author.publish({ manifest: 'nonsense' });
    assert.deepEqual(
      [wrong.status, standing(wrong)[1]],
      [400, '"publish";r=0;t=60'],
      'a failed one counts too',
    );
    const refused = await author.publish({ version: '2.0.0' });
    const problem = expectProblem(refused, 'rate_limited');
    assert.equal(problem.detail, 'Too many requests to publish from this token; try again in 30 s.');
    assert.deepEqual(
      [refused.headers.get('retry-after'), standing(refused)[1]],
      ['30', '"publish";r=0;t=60'],
    );
    assert.equal(
      (await stranger.publish({ name: '@other/x' })).status,
      201,
      'another token from the same address',
    );
    clock.nowMs += 30_000;
    assert.equal((await author.publish({ version: '2.0.0' })).status, 201);
  });

  test('are counted separately, and apart from reads', async (t) => {
    const { author, anonymous } = await start(t, {
      publishRate: { requests: 1, windowS: 60 },
      yankRate: { requests: 1, windowS: 60 },
    });
    await author.mustPublish({ version: '1.0.0-a' });
    assert.equal((await author.yank('@acme/web-style', '1.0.0-a')).status, 200);
    expectProblem(await author.yank('@acme/web-style', '1.0.0-a'), 'rate_limited');
    expectProblem(await author.publish(), 'rate_limited');
    const read = await anonymous.get(PATH);
    assert.deepEqual([read.status, ...standing(read)], [200, null, null]);
  });

  test('by default nothing is limited, and there are no headers', async (t) => {
    const { author } = await start(t, {});
    for (let patch = 0; patch < 40; patch += 1) {
      const answer = await author.publish({ version: `1.0.${patch}` });
      assert.deepEqual([answer.status, ...standing(answer)], [201, null, null]);
    }
  });
});

suite('reads', () => {
  test('hot reads and routes count together; health and metrics do not count', async (t) => {
    const { author, anonymous, clock } = await start(t, { readRate: { requests: 4, windowS: 60 } });
    await author.mustPublish();
    const left = [];
    for (const path of [PATH, PATH, '/search?q=web', PATH]) {
      const answer = await anonymous.get(path);
      assert.equal(answer.status, 200);
      left.push(standing(answer)[1]);
    }
    assert.deepEqual(left, ['"read";r=3;t=15', '"read";r=2;t=30', '"read";r=1;t=45', '"read";r=0;t=60']);
    for (const path of [PATH, `${PATH}/1.0.0/tarball`, '/search?q=web', '/nowhere', '/']) {
      const problem = expectProblem(await anonymous.get(path), 'rate_limited');
      assert.equal(problem.detail, 'Too many requests to read from 127.0.0.1; try again in 15 s.');
    }
    for (const path of ['/-/health/live', '/-/health/ready', '/-/metrics']) {
      assert.equal((await anonymous.get(path)).status, 200, path);
    }
    assert.equal((await author.publish({ version: '2.0.0' })).status, 201);
    clock.nowMs += 15_000;
    const again = await anonymous.get(PATH);
    assert.deepEqual([again.status, standing(again)[1]], [200, '"read";r=0;t=60']);
  });

  test('in a private registry are counted by token', async (t) => {
    const registry = await start(t, { isPrivate: true, readRate: { requests: 1, windowS: 60 } });
    const reader = () => registry.actorWith({ permissions: ['read'], scopes: [] });
    for (const actor of [await reader(), await reader()]) {
      assert.equal((await actor.get('/search?q=x')).status, 200);
      expectProblem(await actor.get('/search?q=x'), 'rate_limited');
    }
  });

  test('behind a trusted proxy are counted by client, IPv6 by its /64; otherwise by the peer, whatever is sent', async (t) => {
    const readRate = { requests: 1, windowS: 60 };
    const behind = await start(t, { readRate, trustedProxies: ['127.0.0.0/8'] });
    const direct = await start(t, { readRate });
    const read = async ({ anonymous }: typeof direct, from: string) =>
      (await anonymous.get('/search?q=x', { 'x-forwarded-for': from })).status;
    assert.equal(await read(behind, '203.0.113.1'), 200);
    assert.equal(await read(behind, '203.0.113.1'), 429);
    assert.equal(await read(behind, '::ffff:203.0.113.1'), 429, 'the same address as IPv6');
    assert.equal(await read(behind, '203.0.113.1, 203.0.113.2'), 200);
    assert.equal(await read(behind, '2001:db8::1'), 200);
    assert.equal(await read(behind, '2001:db8::ffff:ffff:ffff:ffff'), 429);
    assert.equal(await read(behind, '2001:db8:0:1::1'), 200);
    assert.equal(await read(direct, '203.0.113.1'), 200);
    assert.equal(await read(direct, '203.0.113.2'), 429);
    const remotes = behind.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    assert.deepEqual(
      remotes.slice(0, 2).map(({ remote }) => remote),
      ['203.0.113.1', '203.0.113.1'],
    );
  });
});

suite('bad tokens', () => {
  const failedAuthRate = { requests: 3, windowS: 60 };
  const OPERATORS = 'the-operator-gave-this-one';

  test('past the limit are a 429, and issued tokens go on working', async (t) => {
    const { baseUrl, author, anonymous, clock } = await start(t, { failedAuthRate });
    const guess = (token = generateToken()) => new Actor(baseUrl, token).get('/-/whoami');
    for (let times = 0; times < 3; times += 1) expectProblem(await guess(), 'unauthenticated');
    const problem = expectProblem(await guess(), 'rate_limited');
    assert.match(
      problem.detail,
      /^The token is not known.* too many bad ones from 127\.0\.0\.1; try again in 20 s\.$/,
    );
    assert.equal((await author.get('/-/whoami')).status, 200);
    assert.equal((await author.publish()).status, 201);
    for (let times = 0; times < 9; times += 1) expectProblem(await anonymous.publish(), 'unauthenticated');
    clock.nowMs += 20_000;
    expectProblem(await guess(), 'unauthenticated');
    expectProblem(await guess(), 'rate_limited');
  });

  test("the operator's own token is not even compared then, and the answer says so", async (t) => {
    const { baseUrl, clock } = await start(t, { failedAuthRate, adminToken: OPERATORS });
    const operator = new Actor(baseUrl, OPERATORS);
    for (let times = 0; times < 3; times += 1) {
      expectProblem(await new Actor(baseUrl, `guess-${times}`).get('/-/whoami'), 'unauthenticated');
    }
    const problem = expectProblem(await operator.get('/-/whoami'), 'rate_limited');
    assert.match(
      problem.detail,
      /^The token was not checked: too many bad ones from 127\.0\.0\.1; try again in 20 s\.$/,
    );
    clock.nowMs += 20_000;
    assert.equal((await operator.get('/-/whoami')).status, 200);
  });

  test("an operator's token that cannot be guessed always works: others at the address cannot lock it out", async (t) => {
    const long = 'operators-own-token-of-forty-characters-';
    const { baseUrl } = await start(t, { failedAuthRate, adminToken: long });
    for (let times = 0; times < 10; times += 1) await new Actor(baseUrl, `guess-${times}`).get('/-/whoami');
    assert.equal((await new Actor(baseUrl, long).get('/-/whoami')).status, 200);
    expectProblem(await new Actor(baseUrl, `${long}x`).get('/-/whoami'), 'rate_limited');
  });

  test('valid tokens are never counted', async (t) => {
    const { baseUrl } = await start(t, { failedAuthRate, adminToken: OPERATORS });
    const operator = new Actor(baseUrl, OPERATORS);
    for (let times = 0; times < 10; times += 1) assert.equal((await operator.get('/-/whoami')).status, 200);
  });
});
