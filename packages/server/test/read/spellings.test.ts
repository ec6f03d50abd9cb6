// Every spelling of a path reads the same: clients and proxies disagree about what to percent-encode.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Answer, RawClient, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());
await registry.author.mustPublish({ version: '1.0.0-rc.1+build.7' });
await registry.author.mustPublish({ version: '0.9.0' });

const NAME = '@acme/web-style';
const VERSION = '1.0.0-rc.1+build.7';

const NAME_SPELLINGS = [
  '%40acme%2Fweb-style',
  '%40acme%2fweb-style',
  '@acme%2Fweb-style',
  '@acme%2fweb-style',
  '%40acme/web-style',
  '%40%61cme%2Fweb%2Dstyle',
  '@acme/web%2dstyle',
];
const VERSION_SPELLINGS = [
  '1.0.0-rc.1%2Bbuild.7',
  '1%2e0%2E0-rc.1+build.7',
  '1.0.0-rc.1',
  '1.0.0-rc.1+another',
];

const reads = [
  { of: 'the list', plain: `/pack/${NAME}`, spellings: NAME_SPELLINGS.map((name) => `/pack/${name}`) },
  {
    of: 'the list with a query',
    plain: `/pack/${NAME}?yanked=include&x=%2F`,
    spellings: NAME_SPELLINGS.map((name) => `/pack/${name}?yanked=include&x=%2F`),
  },
  ...[
    { of: 'the manifest', suffix: '' },
    { of: 'the tarball', suffix: '/tarball' },
  ].map(({ of, suffix }) => ({
    of,
    plain: `/pack/${NAME}/${VERSION}${suffix}`,
    spellings: [
      ...NAME_SPELLINGS.map((name) => `/pack/${name}/${VERSION}${suffix}`),
      ...VERSION_SPELLINGS.map((version) => `/pack/%40acme%2Fweb-style/${version}${suffix}`),
      `/pack/${NAME}/${VERSION}${suffix}`.replaceAll('/', '%2F').replace('%2Fpack%2F', '/pack/'),
    ],
  })),
  {
    of: 'the manifest as published',
    plain: `/-/primes/${NAME}/${VERSION}/pack.yaml`,
    spellings: [
      `/-/primes/%40acme/web%2Dstyle/1.0.0-rc.1/pack.yaml`,
      `/-/primes/%40acme%2fweb-style/1.0.0-rc.1/pack.yaml`,
    ],
  },
];

for (const { of, plain, spellings } of reads) {
  describe(of, () => {
    for (const method of ['GET', 'HEAD']) {
      for (const path of spellings) {
        test(`${method} ${path}`, async () => {
          const expected = await registry.anonymous.request(plain, { method });
          const answer = await registry.anonymous.request(path, { method });
          assert.equal(answer.status, 200, answer.text);
          assert.deepEqual(lastingHeaders(answer), lastingHeaders(expected));
          assert.ok(answer.bytes.equals(expected.bytes));
        });
      }
    }
  });
}

test('a request target may be an absolute URL, as proxies send it', async () => {
  const client = await RawClient.connect(registry.baseUrl);
  for (const origin of ['http://registry.example', 'HTTPS://registry.example:8443']) {
    for (const path of ['/pack/%40acme%2Fweb-style', `/pack/%40acme/web-style/${VERSION}`]) {
      await client.sendHead(`GET ${origin}${path} HTTP/1.1`, {});
      const { status, text } = await client.readAnswer();
      assert.deepEqual([status, JSON.parse(text).name], [200, NAME], path);
    }
    await client.sendHead(`GET ${origin}?x=1 HTTP/1.1`, {});
    const { headers } = await client.readAnswer();
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    await client.sendHead(`PUT ${origin}/pack/%40acme%2Fweb-style HTTP/1.1`, {});
    assert.equal((await client.readAnswer()).status, 405);
  }
  client.destroy();
});

test('a doubly encoded name is another name', async () => {
  const { status } = await registry.anonymous.get('/pack/%2540acme%252Fweb-style');
  assert.equal(status, 404);
});

function lastingHeaders({ headers }: Answer): [string, string][] {
  return [...headers].filter(
    ([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name),
  );
}
