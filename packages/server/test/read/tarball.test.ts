// GET /pack/:scope/:version/tarball: the exact bytes, with all headers for caches and verifying clients.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { buildTarball, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());

const tarball = buildTarball({ 'README.md': 'hello', 'data.bin': Buffer.alloc(300_000, 'abc') });
const digest = createHash('sha256').update(tarball).digest();
await registry.author.mustPublish({ version: '1.0.0-rc.1+b.7', tarball });

const PATH = '/pack/@acme/web-style/1.0.0-rc.1+b.7/tarball';
const ETAG = `"sha256-${digest.toString('hex')}"`;
const LASTING = {
  etag: ETAG,
  'cache-control': 'public, max-age=31536000, immutable',
  'repr-digest': `sha-256=:${digest.toString('base64')}:`,
  'content-disposition': 'attachment; filename="acme-web-style-1.0.0-rc.1+b.7.tar.gz"',
  'accept-ranges': 'bytes',
};
const WHOLE = { ...LASTING, 'content-type': 'application/gzip', 'content-length': String(tarball.length) };

const NEVER = ['content-encoding', 'content-range', 'vary', 'transfer-encoding'];

test('a download has the very bytes that were published', async () => {
  const { status, headers, bytes } = await registry.anonymous.get(PATH);
  assert.equal(status, 200);
  assert.ok(bytes.equals(tarball));
  assertHeaders(headers, WHOLE);
});

test('HEAD has the headers of GET, and no body', async () => {
  const { status, headers, bytes } = await registry.anonymous.request(PATH, { method: 'HEAD' });
  assert.equal(status, 200);
  assert.equal(bytes.length, 0);
  assertHeaders(headers, WHOLE);
});

test('the bytes are never encoded, whatever a client accepts', async () => {
  for (const accepted of ['gzip, deflate, br, zstd', 'gzip;q=1, identity;q=0', '*', 'identity']) {
    const { status, headers, bytes } = await registry.anonymous.get(PATH, { 'accept-encoding': accepted });
    assert.equal(status, 200);
    assert.ok(bytes.equals(tarball), accepted);
    assertHeaders(headers, WHOLE);
  }
});

describe('If-None-Match (RFC 9110, section 13.1.2)', () => {
  const other = '"sha256-0000"';
  const matching: [title: string, value: string][] = [
    ['the tag itself', ETAG],
    ['the tag, weak', `W/${ETAG}`],
    ['a list with it at the end', `${other}, ${ETAG}`],
    ['a list with it, weak, in the middle', `${other},W/${ETAG} , "x"`],
    ['a list after a tag with a comma', `"a,b", ${ETAG}`],
    ['a list with empty elements', `, ,${ETAG},`],
    ['anything', '*'],
  ];
  for (const [title, value] of matching) {
    test(`${title}: 304, without a body`, async () => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await registry.anonymous.request(PATH, {
          method,
          headers: { 'if-none-match': value },
        });
        assert.equal(answer.status, 304);
        assert.equal(answer.bytes.length, 0);
        assertHeaders(answer.headers, LASTING);
        assert.equal(answer.headers.has('content-length'), false);
        assert.equal(answer.headers.has('content-type'), false);
      }
    });
  }

  const others: [title: string, value: string][] = [
    ['another tag', other],
    ['another, weak', `W/${other}`],
    ['a list of others', `${other}, "x"`],
    ['the tag without its quotes', ETAG.slice(1, -1)],
    ['the bare digest', `"${digest.toString('hex')}"`],
    ['the tag in upper case', ETAG.toUpperCase()],
    ['a quoted asterisk', '"*"'],
    ['half a tag', ETAG.slice(0, -1)],
    ['a lone quote', '"'],
    ['an empty value', ''],
    ['an asterisk in a list', '*, "x"'],
  ];
  for (const [title, value] of others) {
    test(`${title}: 200, whole`, async () => {
      const { status, bytes } = await registry.anonymous.get(PATH, { 'if-none-match': value });
      assert.equal(status, 200);
      assert.ok(bytes.equals(tarball));
    });
  }

  test('comes before Range', async () => {
    const headers = { 'if-none-match': ETAG, range: 'bytes=999999999-' };
    assert.equal((await registry.anonymous.get(PATH, headers)).status, 304);
  });
});

function assertHeaders(headers: Headers, expected: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(expected)) assert.equal(headers.get(name), value, name);
  for (const name of NEVER) assert.equal(headers.has(name), false, name);
}
