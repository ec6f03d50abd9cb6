// Texts are compressed for clients that accept it, from routes and from memory; what may contain a secret is not.
import assert from 'node:assert/strict';
import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
const closed = await startRegistry({ isPrivate: true });
after(() => Promise.all([registry.stop(), closed.stop()]));
const readme = 'Words that repeat, words that repeat.\n\n'.repeat(60);
for (const { author } of [registry, closed])
  for (let minor = 0; minor < 20; minor += 1)
    await author.mustPublish({
      name: '@acme/long',
      version: `1.${minor}.0`,
      files: { 'README.md': readme },
    });

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Without what fetch does with answers. */
function read(path: string, headers: Record<string, string> = {}, { baseUrl } = registry): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  get(`${baseUrl}${path}`, { headers, agent: false }, (response) => {
    buffer(response).then(
      (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
      reject,
    );
  }).on('error', reject);
  return promise;
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
const HTML = { accept: 'text/html' };
const [asset = ''] = /\/-\/assets\/style-[0-9a-f]+\.css/.exec((await read('/', HTML)).body.toString()) ?? [];

for (const path of [
  '/pack/%40acme%2Flong',
  '/-/prime/@acme/long',
  '/-/feed',
  '/-/openapi.json',
  '/-/prime/@acme/long?x=1',
  '/-/log/proofs?primes=@acme/long@1.0.0,@acme/long@1.1.0',
  asset,
]) {
  describe(path, () => {
    for (const encoding of ['br', 'gzip'] as const)
      test(`is compressed with ${encoding}, the first time and from memory`, async () => {
        const plain = await read(path);
        const accepts = { 'accept-encoding': encoding };
        // A route answers the first one, and memory some of the others.
        for (let round = 0; round < 3; round += 1) {
          const packed = await read(path, accepts);
          assert.equal(packed.headers['content-encoding'], encoding);
          assert.deepEqual(unpack[encoding](packed.body), plain.body);
          assert.ok(packed.body.length < plain.body.length / 2);
          assert.equal(packed.headers['content-length'], String(packed.body.length));
          assert.match(String(packed.headers.vary), /\bAccept-Encoding\b/);
          assert.equal(packed.headers['content-type'], plain.headers['content-type']);
          if (plain.headers.etag !== undefined)
            assert.equal(packed.headers.etag, `W/${plain.headers.etag}`, 'other bytes, no strong tag');
        }
        const again = await read(path);
        assert.deepEqual([again.headers['content-encoding'], again.body], [undefined, plain.body]);
        assert.match(String(again.headers.vary), /\bAccept-Encoding\b/);
        assert.equal(again.headers.etag, plain.headers.etag);
      });

    test('is a 304 to a client that has it, compressed or not', async () => {
      const { headers } = await read(path);
      if (headers.etag === undefined) return;
      for (const etag of [headers.etag, `W/${headers.etag}`]) {
        const unchanged = await read(path, { 'accept-encoding': 'br', 'if-none-match': etag });
        assert.deepEqual([unchanged.status, unchanged.body.length], [304, 0]);
        assert.equal(unchanged.headers['content-encoding'], undefined);
        assert.equal(unchanged.headers.etag, `W/${headers.etag}`, 'the tag of what the client would get');
        assert.match(String(unchanged.headers.vary), /\bAccept-Encoding\b/);
      }
      const strong = await read(path, { 'if-none-match': `W/${headers.etag}` });
      assert.deepEqual([strong.status, strong.headers.etag], [304, headers.etag]);
    });
  });
}

describe('a document that is written while it is sent', () => {
  for (const path of ['/-/prime/@acme/long/1.0.0.md', '/llms-full.txt'])
    for (const encoding of ['br', 'gzip'] as const)
      test(`${path} is compressed with ${encoding}`, async () => {
        const plain = await read(path);
        const packed = await read(path, { 'accept-encoding': encoding });
        assert.deepEqual(unpack[encoding](packed.body), plain.body);
        assert.equal(packed.headers['content-encoding'], encoding);
        assert.equal(packed.headers.etag, `W/${plain.headers.etag}`);
        assert.match(String(plain.headers.vary), /\bAccept-Encoding\b/);
        assert.equal(packed.headers.vary, plain.headers.vary);
        const { status, headers } = await registry.anonymous.request(path, {
          ...{ method: 'HEAD', headers: { 'accept-encoding': encoding } },
        });
        assert.deepEqual(
          [status, headers.get('etag'), headers.get('content-encoding'), headers.get('vary')],
          [200, packed.headers.etag, encoding, plain.headers.vary],
        );
        const unchanged = await read(path, {
          ...{ 'accept-encoding': encoding, 'if-none-match': String(packed.headers.etag) },
        });
        assert.deepEqual(
          [unchanged.status, unchanged.headers.etag, unchanged.headers['content-encoding']],
          [304, packed.headers.etag, undefined],
        );
        assert.equal(unchanged.headers.vary, plain.headers.vary);
      });

  test('in a private registry, is not compressed with a query', async () => {
    const headers = { authorization: `Bearer ${closed.admin.token}`, 'accept-encoding': 'gzip' };
    const path = '/-/prime/@acme/long/1.0.0.md';
    const encodings = [];
    for (const query of ['', '?text=full'])
      encodings.push((await read(`${path}${query}`, headers, closed)).headers['content-encoding']);
    assert.deepEqual(encodings, ['gzip', undefined]);
  });
});

describe('not compressed is', () => {
  const accepts = { 'accept-encoding': 'br, gzip' };
  const assertPlain = ({ status, headers }: Answer): void => {
    assert.equal(status, 200);
    assert.equal(headers['content-encoding'], undefined);
  };

  test('a small answer, which then depends on nothing', async () => {
    const small = await read('/pack/@acme/long/1.0.0', accepts);
    assertPlain(small);
    assert.ok(small.body.length < 1024);
    assert.equal(small.headers.vary, undefined);
  });

  test('a tarball', async () => assertPlain(await read('/pack/@acme/long/1.0.0/tarball', accepts)));

  test('an answer with a digest of its bytes', async () => {
    const wanted = { ...accepts, 'want-repr-digest': 'sha-256=10' };
    const answer = await read('/pack/%40acme%2Flong', wanted);
    assertPlain(answer);
    assert.ok(answer.headers['repr-digest']);
  });

  test('in a private registry, an answer that repeats what was asked', async () => {
    const headers = { ...accepts, authorization: `Bearer ${closed.admin.token}` };
    assertPlain(await read('/-/find?q=long', { ...headers, ...HTML }, closed));
    assert.equal(
      (await read('/-/prime/@acme/long', headers, closed)).headers['content-encoding'],
      'br',
      'others are',
    );
  });
});
