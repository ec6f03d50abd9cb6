// An interrupted download is resumed, if the registry supports it and the tarball is certainly the same.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import type { RegistryClientOptions } from '../../src/index.ts';
import { parseContentRange } from '../../src/tarball/content-range.ts';
import { type HostileServer, serve } from '../hostile-server.ts';
import { clientOf, failureOf, NAME } from '../test-client.ts';
import { sha256Of } from '../wire-answers.ts';

const BYTES = Buffer.from(Array.from({ length: 30_000 }, (_, index) => index % 251));
const SHA256 = sha256Of(BYTES);
const ETAG = `"sha256-${SHA256}"`;
const { length } = BYTES;
const TYPE = 'application/gzip';

/** Number of bytes that the reader of the download has received. */
let receivedBytes = 0;

/**
 * Sends the bytes up to `end`, and breaks the connection after they were read: unread bytes would be lost.
 */
function breakOff(response: ServerResponse, start: number, end: number): void {
  response.write(BYTES.subarray(start, end));
  const watch = setInterval(() => {
    if (receivedBytes >= end) response.destroy();
  }, 2);
  response.on('close', () => clearInterval(watch));
}

/** Sends 10,000 bytes of each requested range and closes the connection, except for the last time. */
function flaky(
  change: (headers: Record<string, string | number>) => void = () => undefined,
): Promise<HostileServer> {
  return serve(({ headers: { range } }, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const headers: Record<string, string | number> = {
      'content-type': TYPE,
      etag: ETAG,
      'content-length': length - start,
    };
    if (range !== undefined) headers['content-range'] = `bytes ${start}-${length - 1}/${length}`;
    change(headers);
    response.writeHead(range === undefined ? 200 : 206, headers);
    const end = start + 10_000;
    if (end >= length) response.end(BYTES.subarray(start));
    else breakOff(response, start, end);
  });
}

/** Closes the connection the first time; the test chooses the next response. */
function breakingOnce(
  resume: (request: IncomingMessage, response: ServerResponse) => void,
  first: Record<string, string | number> = { etag: ETAG, 'content-length': length },
): Promise<HostileServer> {
  return serve((request, response) => {
    if (request.headers.range !== undefined) return resume(request, response);
    response.writeHead(200, { 'content-type': TYPE, ...first });
    breakOff(response, 0, 10_000);
  });
}

async function download(
  server: HostileServer,
  options: Partial<RegistryClientOptions> = {},
  more: { sizeBytes?: number; signal?: AbortSignal } = {},
): Promise<Buffer> {
  const { client } = clientOf(server, options);
  const { chunks } = await client.tarball(NAME, '1.0.0', { sha256: SHA256, ...more });
  const received: Uint8Array[] = [];
  receivedBytes = 0;
  for await (const chunk of chunks) {
    received.push(chunk);
    receivedBytes += chunk.length;
  }
  return Buffer.concat(received);
}

const rangesOf = ({ requests }: HostileServer) =>
  requests.map(({ headers }) => [headers.range, headers['if-range']]);

describe('an interrupted download', () => {
  it('is resumed, invisibly for its reader', async () => {
    await using server = await flaky();
    assert.deepEqual(await download(server), BYTES);
    assert.deepEqual(rangesOf(server), [
      [undefined, undefined],
      ['bytes=10000-', ETAG],
      ['bytes=20000-', ETAG],
    ]);
  });

  it('is resumed when only the manifest has its length', async () => {
    await using server = await flaky((headers) => delete headers['content-length']);
    assert.deepEqual(await download(server, {}, { sizeBytes: length }), BYTES);
  });

  it('is resumed as often as requests are retried', async () => {
    await using server = await flaky();
    const { reason, message } = await failureOf(download(server, { retries: 1 }));
    assert.equal(reason, 'unreachable');
    assert.match(message, /sent only 20000 of 30000 bytes of the tarball/);
    assert.equal(server.requests.length, 2);
  });

  it('is resumed after a short outage of the registry', async () => {
    let isAway = true;
    await using server = await breakingOnce((_request, response) => {
      if (isAway) {
        isAway = false;
        return void response.destroy();
      }
      const headers = {
        'content-type': TYPE,
        etag: ETAG,
        'content-range': `bytes 10000-${length - 1}/${length}`,
      };
      response.writeHead(206, headers).end(BYTES.subarray(10_000));
    });
    assert.deepEqual(await download(server), BYTES);
  });

  it('is corrupt when the rest belongs to another tarball, with or without an ETag', async () => {
    await using server = await breakingOnce((_request, response) => {
      const headers = {
        'content-type': TYPE,
        etag: ETAG,
        'content-range': `bytes 10000-${length - 1}/${length}`,
      };
      response.writeHead(206, headers).end(Buffer.alloc(length - 10_000));
    });
    assert.equal((await failureOf(download(server))).reason, 'corrupt');
  });

  it('is complete when only the end of the connection was not clean', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': TYPE, etag: ETAG });
      breakOff(response, 0, length);
    });
    assert.deepEqual(await download(server, {}, { sizeBytes: length }), BYTES);
    assert.equal(server.requests.length, 1);
  });

  it('ends when it is aborted between two connections', async () => {
    const controller = new AbortController();
    await using server = await breakingOnce((_request, response) => {
      controller.abort();
      response.destroy();
    });
    assert.equal((await failureOf(download(server, {}, { signal: controller.signal }))).reason, 'aborted');
  });
});

describe('a download that cannot be resumed', () => {
  const rest = { 'content-type': TYPE, etag: ETAG, 'content-range': `bytes 10000-${length - 1}/${length}` };
  const answers: Record<string, [status: number, headers: Record<string, string>]> = {
    'the response is the whole tarball': [200, { 'content-type': TYPE, etag: ETAG }],
    'the whole tarball has the headers of the rest': [200, rest],
    'the rest has another ETag': [206, { ...rest, etag: '"other"' }],
    'the rest begins elsewhere': [206, { ...rest, 'content-range': `bytes 9999-${length - 1}/${length}` }],
    'the rest is of another length': [206, { ...rest, 'content-range': 'bytes 10000-39999/40000' }],
    'the rest has no Content-Range': [206, { 'content-type': TYPE, etag: ETAG }],
    'the rest has a content coding': [206, { ...rest, 'content-encoding': 'gzip' }],
    'the range is refused': [416, { 'content-range': `bytes */${length}` }],
    'it is gone': [404, { 'content-type': 'text/html' }],
    'the token is no longer valid': [401, {}],
  };
  for (const [why, [status, headers]] of Object.entries(answers)) {
    it(`fails with the received bytes: ${why}`, async () => {
      await using server = await breakingOnce((_request, response) => {
        response.writeHead(status, headers).end(BYTES.subarray(10_000));
      });
      const { reason, status: shown, message } = await failureOf(download(server));
      assert.deepEqual([reason, shown], ['unreachable', undefined]);
      assert.match(message, /sent only 10000 of 30000 bytes of the tarball/);
      assert.equal(server.requests.length, 2);
    });
  }

  for (const [what, headers] of Object.entries({ 'no tag': {}, 'a weak tag': { etag: `W/${ETAG}` } })) {
    it(`is not resumed with ${what}`, async () => {
      await using server = await breakingOnce(() => undefined, { 'content-length': length, ...headers });
      assert.equal((await failureOf(download(server))).reason, 'unreachable');
      assert.equal(server.requests.length, 1);
    });
  }
});

describe('parseContentRange', () => {
  it('reads the range', () => {
    assert.deepEqual(parseContentRange('bytes 5-9/10'), { start: 5, totalBytes: 10 });
    assert.deepEqual(parseContentRange('bytes 0-0/*'), { start: 0, totalBytes: undefined });
  });

  it('refuses anything else', () => {
    for (const value of [
      null,
      '',
      'bytes */10',
      'bytes 5-/10',
      'items 0-1/2',
      'bytes -1-2/3',
      'bytes 0-1/2, 3',
    ]) {
      assert.equal(parseContentRange(value), undefined);
    }
  });
});
