// Versions that a registry has as a mirror are shown with their upstream.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  createPrimeUser,
  eventually,
  type FaultyProxy,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';

const SETTINGS = {
  ...{ scopes: ['*'], token: undefined, timeoutMs: 5000, listMaxAgeMs: 60_000 },
  ...{ allowsPrivateAddresses: true, acceptsNotFoundPages: false },
};

describe('with a mirror', () => {
  let other: TestRegistry;
  let link: FaultyProxy;
  let own: TestRegistry;
  let user: PrimeUser;
  before(async () => {
    other = await startRegistry();
    link = await startFaultyProxy(other.baseUrl);
    own = await startRegistry({
      upstreams: [{ ...SETTINGS, url: link.baseUrl }],
    });
    user = await createPrimeUser({ PRIME_REGISTRY: own.baseUrl });
    await own.stranger.mustPublish({ name: '@other/tea', description: 'Ours' });
    await other.author.mustPublish({ name: '@acme/tea', description: 'Theirs' });
    await eventually(async () =>
      assert.equal((await own.anonymous.get('/search?q=tea')).json.incomplete, undefined),
    );
  });
  after(() => Promise.all([own.stop(), link.close(), other.stop(), user.remove()]));

  test('prime search shows the upstream', async () => {
    const { code, stdout } = await user.prime(['search', 'tea']);
    assert.equal(code, 0);
    const [first = '', second = ''] = stdout.split('\n');
    assert.match(first, /^@other\/tea +1\.0\.0 +Ours$/);
    assert.equal(second.split(/ {2,}/).join('|'), `@acme/tea|1.0.0|from ${link.baseUrl}|Theirs`);
    const { stdout: json } = await user.prime(['search', 'tea', '--json']);
    const origins = JSON.parse(json).results.map(({ origin }: { origin?: string }) => origin);
    assert.deepEqual(origins, [undefined, link.baseUrl]);
  });

  test('prime search warns about missing results', async () => {
    link.fault = () => ({ kind: 'answer', status: 500 });
    const { code, stdout, stderr } = await user.prime(['search', 'te']);
    link.fault = () => undefined;
    assert.equal(code, 0);
    assert.match(stdout, /^@other\/tea/);
    assert.match(stderr, new RegExp(`${link.baseUrl} gave no answer\\. Its results may be missing`));
  });

  test('prime info shows the upstream, and none for a version that was published there', async () => {
    const { stdout } = await user.prime(['info', '@acme/tea']);
    assert.match(stdout, new RegExp(`\n +origin +${link.baseUrl}\n`));
    assert.equal(JSON.parse((await user.prime(['info', '@acme/tea', '--json'])).stdout).origin, link.baseUrl);
    assert.doesNotMatch((await user.prime(['info', '@other/tea'])).stdout, /origin/);
  });
});
