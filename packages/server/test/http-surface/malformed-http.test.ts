// Malformed HTTP gets a problem and the end of its connection, and affects nobody else.
import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import type { ErrorCode } from '@prime-registry/protocol';
import { expectProblem, RawClient, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());
await registry.author.mustPublish({ version: '1.0.0-rc.1' });

afterEach(async () => {
  assert.equal((await registry.anonymous.get('/-/health/ready')).status, 200);
  assert.deepEqual(
    registry.log.filter((line) => JSON.parse(line).level >= 50),
    [],
  );
});

const HOST = 'Host: registry';
const AUTHORIZED = `${HOST}\r\nAuthorization: Bearer ${registry.author.token}`;
const YANK = `DELETE /pack/@acme/web-style/1.0.0-rc.1 HTTP/1.1\r\n${AUTHORIZED}\r\n`;
const PUBLISH = `POST /publish HTTP/1.1\r\n${AUTHORIZED}\r\nContent-Type: multipart/form-data; boundary=x\r\n`;

const malformed: [title: string, request: string, code?: ErrorCode][] = [
  ['words', 'hello there\r\n\r\n'],
  ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an invalid HTTP version', `GET / HTTP/9.9\r\n${HOST}\r\n\r\n`],
  ['an invalid method', `FETCH / HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['a space in the path', `GET /a b HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['no path', `GET  HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['a NUL in the path', `GET /a\0b HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['a tab in the path', `GET /a\tb HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['unencoded UTF-8 in the path', `GET /caf\xc3\xa9 HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['lines that end in LF only', `GET / HTTP/1.1\n${HOST}\n\n`],
  ['a space in the name of a header', `GET / HTTP/1.1\r\n${HOST}\r\nBad Name: 1\r\n\r\n`],
  ['a header without a colon', `GET / HTTP/1.1\r\n${HOST}\r\nnonsense\r\n\r\n`],
  ['a NUL in a header', `GET / HTTP/1.1\r\n${HOST}\r\nX-A: a\0b\r\n\r\n`],
  ['a folded header', `GET / HTTP/1.1\r\n${HOST}\r\nX-A: a\r\n b\r\n\r\n`],
  [
    'Content-Length and Transfer-Encoding',
    `${YANK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['two different Content-Lengths', `${YANK}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['a Content-Length that is not a number', `${YANK}Content-Length: two\r\n\r\n{}`],
  ['a negative Content-Length', `${YANK}Content-Length: -2\r\n\r\n{}`],
  ['a huge Content-Length', `${YANK}Content-Length: 99999999999999999999999\r\n\r\n{}`],
  [
    'a Transfer-Encoding that does not end in chunked',
    `${YANK}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
  ],
  ['an invalid chunk size, in a yank', `${YANK}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  [
    'an invalid chunk size, in a publish',
    `${PUBLISH}Transfer-Encoding: chunked\r\n\r\n5\r\n--x\r\n\r\nzz\r\n`,
  ],
  [
    'a chunk that is longer than its size',
    `${PUBLISH}Transfer-Encoding: chunked\r\n\r\n2\r\nabcdef\r\n0\r\n\r\n`,
  ],
  ['a huge chunk size', `${PUBLISH}Transfer-Encoding: chunked\r\n\r\n${'F'.repeat(20)}\r\n`],
  ['a huge header', `GET / HTTP/1.1\r\n${HOST}\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 'headers_too_large'],
  ['many headers', `GET / HTTP/1.1\r\n${HOST}\r\n${'X-A: a\r\n'.repeat(5000)}\r\n`, 'headers_too_large'],
  ['a huge path', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n\r\n`, 'headers_too_large'],
];

describe('malformed', () => {
  for (const [title, request, code = 'invalid_request'] of malformed) {
    test(`${title}: ${code}, and the end of the connection`, async () => {
      const client = await RawClient.connect(registry.baseUrl);
      await client.send(Buffer.from(request, 'latin1'));
      const answer = await client.readAnswer();
      expectProblem(answer, code);
      assert.equal(answer.headers.get('connection'), 'close');
      assert.ok(!answer.text.includes('HPE_'), answer.text);
      assert.equal(await client.readToEnd(), '', 'there is one answer');
    });
  }

  test('and none of them has yanked anything', async () => {
    const { json } = await registry.anonymous.get('/pack/@acme/web-style/1.0.0-rc.1');
    assert.equal(json.yanked, false);
  });
});

describe('refused by Node.js itself: a bare status, and the end of the connection', () => {
  const refused: [title: string, request: string, status: RegExp][] = [
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['a tunnel', `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n\r\n`, /^$/],
  ];
  for (const [title, request, status] of refused) {
    test(title, async () => {
      const client = await RawClient.connect(registry.baseUrl);
      await client.send(request);
      assert.match(await client.readToEnd(), status);
    });
  }
});

describe('unusual, but HTTP', () => {
  const LIVE = `GET /-/health/live HTTP/1.1\r\n${HOST}\r\n`;

  test('requests in one packet are answered in order', async () => {
    const client = await RawClient.connect(registry.baseUrl);
    const paths = ['/-/health/live', '/search?q=web', '/pack/@acme/web-style', '/nowhere', '/-/health/live'];
    await client.send(paths.map((path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n\r\n`).join(''));
    for (const path of paths) {
      const { text } = await client.readAnswer();
      const expected = await registry.anonymous.get(path);
      assert.deepEqual({ ...JSON.parse(text), request_id: 0 }, { ...expected.json, request_id: 0 });
    }
    client.destroy();
  });

  test('downloads in one packet are answered in order, byte for byte', async () => {
    const path = '/pack/@acme/web-style/1.0.0-rc.1/tarball';
    const { bytes } = await registry.anonymous.get(path);
    const client = await RawClient.connect(registry.baseUrl);
    const request = `GET ${path} HTTP/1.1\r\n${HOST}\r\n`;
    await client.send(`${`${request}\r\n`.repeat(9)}${request}Connection: close\r\n\r\n`);
    const all = await client.readToEnd();
    assert.equal(all.split(bytes.toString('latin1')).length - 1, 10);
  });

  test('the body of a read is ignored', async () => {
    const client = await RawClient.connect(registry.baseUrl);
    const bodies = [
      'Content-Length: 5\r\n\r\nhello',
      'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    ];
    for (const body of bodies) {
      await client.send(`${LIVE}${body}${LIVE}\r\n`);
      for (let answers = 0; answers < 2; answers += 1) {
        const { status, text } = await client.readAnswer();
        assert.deepEqual([status, text], [200, '{"status":"ok"}']);
      }
    }
    client.destroy();
  });

  test('a request may arrive byte by byte, after empty lines, and as HTTP/1.0', async () => {
    const client = await RawClient.connect(registry.baseUrl);
    for (const byte of `\r\n\r\n${LIVE}\r\n`) await client.send(byte);
    assert.equal((await client.readAnswer()).status, 200);
    client.destroy();
    const old = await RawClient.connect(registry.baseUrl);
    await old.send('GET /-/health/live HTTP/1.0\r\n\r\n');
    assert.match(await old.readToEnd(), /^HTTP\/1\.1 200 .*\{"status":"ok"\}$/s);
  });

  test('an upgrade that is not offered, and an unknown expectation, are ignored', async () => {
    const client = await RawClient.connect(registry.baseUrl);
    for (const headers of ['Connection: Upgrade\r\nUpgrade: websocket', 'Expect: miracles']) {
      await client.send(`${LIVE}${headers}\r\n\r\n`);
      assert.equal((await client.readAnswer()).status, 200);
    }
    client.destroy();
  });
});
