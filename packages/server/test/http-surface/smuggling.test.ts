// Request smuggling: what a proxy takes for the body of one request must never be executed as another. An
// ambiguous request is refused whole, and its connection ends.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { RawClient, startRegistry } from '@prime-registry/testkit';

const registry = await startRegistry();
after(() => registry.stop());
await registry.author.mustPublish({ version: '1.0.0-rc.1' });

const AUTHORIZED = `Host: registry\r\nAuthorization: Bearer ${registry.author.token}\r\n`;
const PREFIX = `GET /-/health/live HTTP/1.1\r\nHost: registry\r\n`;
/** The smuggled request: it would yank a version. */
const SMUGGLED = `DELETE /pack/@acme/web-style/1.0.0-rc.1 HTTP/1.1\r\n${AUTHORIZED}Content-Length: 0\r\n\r\n`;

const refused: [title: string, headers: string, body: string][] = [
  ['a length and chunks', 'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
  ['chunks and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 6\r\n', '0\r\n\r\n'],
  ['two lengths', 'Content-Length: 0\r\nContent-Length: 5\r\n', ''],
  ['two equal lengths', 'Content-Length: 0\r\nContent-Length: 0\r\n', ''],
  ['a list of lengths', 'Content-Length: 0, 0\r\n', ''],
  ['a length with a sign', 'Content-Length: +0\r\n', ''],
  ['a length in hexadecimal', 'Content-Length: 0x0\r\n', ''],
  ['a length with a letter', 'Content-Length: 0a\r\n', ''],
  ['a length with a space before its colon', 'Content-Length : 0\r\n', ''],
  ['a length on a folded line', 'Content-Length:\r\n 0\r\n', ''],
  ['an encoding with a space before its colon', 'Transfer-Encoding : chunked\r\n', '0\r\n\r\n'],
  ['an encoding on a folded line', 'Transfer-Encoding:\r\n chunked\r\n', '0\r\n\r\n'],
  ['an encoding behind a vertical tab', 'Transfer-Encoding: \x0bchunked\r\n', '0\r\n\r\n'],
  ['an encoding in quotes', 'Transfer-Encoding: "chunked"\r\n', '0\r\n\r\n'],
  ['an encoding that is nearly chunked', 'Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'],
  ['chunked, followed by another encoding', 'Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'],
  ['two encodings, in two lines', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: cow\r\n', '0\r\n\r\n'],
  ['a second host', 'Host: elsewhere\r\n', ''],
  ['a header that ends in LF alone', 'X-A: a\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
  ['a header that ends in CR alone', 'X-A: a\rTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
  ['a NUL in a header', 'X-A: a\0\r\n', ''],
  ['a chunk size with a sign', 'Transfer-Encoding: chunked\r\n', '+0\r\n\r\n'],
  ['a chunk size with 0x', 'Transfer-Encoding: chunked\r\n', '0x0\r\n\r\n'],
  ['a chunk size behind a space', 'Transfer-Encoding: chunked\r\n', ' 0\r\n\r\n'],
  ['a chunk size that ends in LF alone', 'Transfer-Encoding: chunked\r\n', '0\n\r\n'],
  ['a chunk extension that ends in LF alone', 'Transfer-Encoding: chunked\r\n', '0;a\n\r\n'],
  ['a chunk size beyond 64 bits', 'Transfer-Encoding: chunked\r\n', '10000000000000000\r\n\r\n'],
  ['a chunk without its line break', 'Transfer-Encoding: chunked\r\n', '1\r\nx0\r\n\r\n'],
  ['a chunk that ends in LF alone', 'Transfer-Encoding: chunked\r\n', '1\r\nx\n0\r\n\r\n'],
];

describe('smuggling', () => {
  for (const [title, headers, body] of refused) {
    test(`${title}: what follows is not executed`, async () => {
      const client = await RawClient.connect(registry.baseUrl);
      await client.send(Buffer.from(`${PREFIX}${headers}\r\n${body}${SMUGGLED}`, 'latin1'));
      const answers = await client.readToEnd();
      const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
      // A wrong chunk may be found after its request was answered; nothing may be answered after that.
      assert.ok(['400', '200 400', '200'].includes(statuses.join(' ')), `${statuses}: ${answers}`);
      assert.match(answers, /connection: close/i);
      const { json } = await registry.anonymous.get('/pack/@acme/web-style/1.0.0-rc.1');
      assert.equal(json.yanked, false, 'the smuggled yank was executed');
    });
  }

  test('a request that really follows is executed', async () => {
    const client = await RawClient.connect(registry.baseUrl);
    const body = 'Transfer-Encoding: chunked\r\n\r\n5;note=x\r\nhello\r\n0\r\nTrailer: x\r\n\r\n';
    await client.send(`${PREFIX}${body}${SMUGGLED}`);
    assert.equal((await client.readAnswer()).status, 200);
    assert.equal((await client.readAnswer()).status, 200);
    const { json } = await registry.anonymous.get('/pack/@acme/web-style/1.0.0-rc.1');
    assert.equal(json.yanked, true);
    client.destroy();
  });
});
