// Headers that protect browsers, and details that no answer reveals.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { RawClient, startRegistry } from '@prime-registry/testkit';
import { routes } from '../../src/routes/index.ts';

const registry = await startRegistry({ trustedProxies: ['127.0.0.0/8', '::1/128'] });
after(() => registry.stop());
await registry.author.mustPublish();

const LIST = '/pack/@acme/web-style';
const paths = [
  ...routes.map(({ path }) =>
    path.replace(':scope', '@acme').replace(':name', 'web-style').replace(':version', '1.0.0'),
  ),
  ...['/search?q=web', '/pack/@acme/absent', '/nowhere', '/pack/%zz', '//example.org', '/\\example.org'],
  // From the response cache.
  ...[LIST, `${LIST}/1.0.0`, `${LIST}/1.0.0/tarball`, '/pack/@acme/absent'],
];

describe('every answer', () => {
  for (const [index, path] of paths.entries()) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT']) {
      test(`${method} ${path} (${index})`, async () => {
        const { headers } = await registry.anonymous.request(path, { method });
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        const policy = (headers.get('content-security-policy') ?? '').split('; ');
        assert.ok(policy.includes("default-src 'none'") && policy.includes("frame-ancestors 'none'"));
        const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
        const scripts = policy.filter((rule) => rule.startsWith('script-src'));
        assert.deepEqual(scripts, isPage ? ["script-src 'self'"] : [], 'no foreign script may run');
        assert.equal(headers.get('x-frame-options'), isPage ? 'DENY' : null);
        for (const name of ['server', 'x-powered-by', 'via']) assert.ok(!headers.has(name), name);
        assert.match(headers.get('location') ?? '/-/', /^\/-\//, 'a redirect stays here');
      });
    }
  }

  test('to malformed HTTP has them too', async () => {
    const client = await RawClient.connect(registry.baseUrl);
    await client.send('nonsense\r\n\r\n');
    const { headers } = await client.readAnswer();
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.ok(headers.get('content-security-policy'));
    assert.ok(!headers.has('server'));
  });
});

describe('host names of the client', () => {
  const FORGED = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'javascript',
    'x-forwarded-prefix': '/evil.example',
    'x-original-url': '/evil.example',
    'x-rewrite-url': '/evil.example',
    forwarded: 'host=evil.example;proto=https',
  };
  for (const path of paths) {
    test(`are in no answer to ${path}, from a trusted proxy or not`, async () => {
      const client = await RawClient.connect(registry.baseUrl);
      const { host, ...others } = FORGED;
      await client.sendHead(`GET ${path} HTTP/1.1`, { Host: host, Connection: 'close', ...others });
      const answer = await client.readToEnd();
      assert.match(answer, /^HTTP\/1\.1 [234]\d\d /);
      assert.ok(!answer.includes('evil'), answer);
    });
  }
});

describe('methods that echo or tunnel', () => {
  test('TRACE is not allowed, and repeats nothing', async () => {
    for (const path of ['/', LIST, '/nowhere', '*']) {
      const client = await RawClient.connect(registry.baseUrl);
      await client.sendHead(`TRACE ${path} HTTP/1.1`, { 'X-Secret': 'do-not-repeat', Connection: 'close' });
      const answer = await client.readToEnd();
      assert.match(answer, /^HTTP\/1\.1 40[045] /);
      assert.ok(!answer.includes('do-not-repeat'));
    }
  });

  test('CONNECT is refused', async () => {
    for (const target of ['127.0.0.1:22', 'registry:4000', '/']) {
      const client = await RawClient.connect(registry.baseUrl);
      await client.sendHead(`CONNECT ${target} HTTP/1.1`, {});
      assert.doesNotMatch(await client.readToEnd(), /^HTTP\/1\.1 2/);
    }
  });
});
