// A download is complete and matches its digest, or it fails.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { isCorrupt } from '../../src/index.ts';
import { type HostileServer, serve, serveSockets, wire } from '../hostile-server.ts';
import { clientOf, failureOf, NAME, readAll } from '../test-client.ts';
import { sendHtml, sendJson, sha256Of } from '../wire-answers.ts';

const BYTES = Buffer.alloc(200_000, 'tarball ');
const SHA256 = sha256Of(BYTES);
const sizeBytes = BYTES.length;
const TYPE = { 'content-type': 'application/gzip' };

/** Sends these chunks without an announced length. */
function chunked(...pieces: readonly Uint8Array[]): Promise<HostileServer> {
  return serve((_request, response) => {
    response.writeHead(200, TYPE);
    for (const piece of pieces) response.write(piece);
    response.end();
  });
}

function whole(
  bytes: Uint8Array,
  headers: Record<string, string> = TYPE,
  status = 200,
): Promise<HostileServer> {
  return serve((_request, response) => {
    response.writeHead(status, { 'content-length': bytes.length, ...headers }).end(bytes);
  });
}

describe('a tarball', () => {
  it('is downloaded unchanged, with its length', async () => {
    await using server = await whole(BYTES);
    const { client } = clientOf(server);
    for (const promised of [{}, { sizeBytes }]) {
      const tarball = await client.tarball(NAME, '1.0.0', { sha256: SHA256, ...promised });
      assert.equal(tarball.sizeBytes, sizeBytes);
      assert.deepEqual(await readAll(tarball.chunks), BYTES);
    }
    const [request] = server.requests;
    assert.equal(request?.url, `/pack/${NAME}/1.0.0/tarball`);
    assert.equal(request?.headers['accept-encoding'], 'identity');
  });

  it('may have no length', async () => {
    await using server = await chunked(BYTES.subarray(0, 10), BYTES.subarray(10));
    const tarball = await clientOf(server).client.tarball(NAME, '1.0.0', { sha256: SHA256 });
    assert.equal(tarball.sizeBytes, undefined);
    assert.deepEqual(await readAll(tarball.chunks), BYTES);
  });

  it('may be empty, if its digest says so', async () => {
    await using server = await whole(Buffer.alloc(0));
    const tarball = await clientOf(server).client.tarball(NAME, '1.0.0', {
      sha256: sha256Of(Buffer.alloc(0)),
    });
    assert.deepEqual(await readAll(tarball.chunks), Buffer.alloc(0));
  });

  it('closes its connection when its reader leaves', async () => {
    const { promise: isClosed, resolve } = Promise.withResolvers<void>();
    await using server = await serve((_request, response) => {
      response.writeHead(200, TYPE).write(BYTES);
      once(response, 'close').then(() => resolve());
    });
    const { chunks } = await clientOf(server).client.tarball(NAME, '1.0.0', { sha256: SHA256 });
    for await (const _ of chunks) break;
    await isClosed;
  });
});

describe('a tarball that does not match its manifest', () => {
  it('is corrupt with another digest, for any length', async () => {
    const other = Buffer.from(BYTES).fill('!', 100, 101);
    for (const server of [await whole(other), await chunked(other)]) {
      await using _ = server;
      for (const promised of [{}, { sizeBytes }]) {
        const { chunks } = await clientOf(server).client.tarball(NAME, '1.0.0', {
          sha256: SHA256,
          ...promised,
        });
        const error = await failureOf(readAll(chunks));
        assert.ok(isCorrupt(error));
        assert.match(error.message, new RegExp(`the SHA-256 ${sha256Of(other)} instead of ${SHA256}`));
      }
    }
  });

  it('is corrupt before it starts when it announces another length', async () => {
    await using server = await whole(BYTES);
    const promise = clientOf(server).client.tarball(NAME, '1.0.0', {
      sha256: SHA256,
      sizeBytes: sizeBytes + 1,
    });
    const error = await failureOf(promise);
    assert.ok(isCorrupt(error));
    assert.match(error.message, /announces a tarball of 200000 bytes instead of 200001/);
  });

  it('is corrupt as soon as it is too long, and the excess is not passed on', async () => {
    await using server = await serve((_request, response) => {
      // It never ends: waiting for the end would take forever.
      response.writeHead(200, TYPE).write(BYTES);
      setTimeout(() => response.write('more'), 30);
    });
    const { chunks } = await clientOf(server).client.tarball(NAME, '1.0.0', { sha256: SHA256, sizeBytes });
    let received = 0;
    const read = async (): Promise<void> => {
      for await (const chunk of chunks) received += chunk.length;
    };
    const error = await failureOf(read());
    assert.ok(isCorrupt(error));
    assert.match(error.message, /sent more than the 200000 bytes of the tarball/);
    assert.ok(received <= sizeBytes);
  });

  it('is never a success when it is truncated in any way', async () => {
    const half = BYTES.subarray(0, 1000).toString('latin1');
    const head = ['HTTP/1.1 200 OK', 'Content-Type: application/gzip'];
    const cuts: Record<string, [answer: string, promised: { sizeBytes?: number }, reason: string]> = {
      'with a length': [wire([...head, `Content-Length: ${sizeBytes}`], half), {}, 'unreachable'],
      'in a chunk': [
        wire([...head, 'Transfer-Encoding: chunked'], `${sizeBytes.toString(16)}\r\n${half}`),
        {},
        'unreachable',
      ],
      'without a length': [wire(head, half), {}, 'corrupt'],
      'without the length of the manifest': [wire(head, half), { sizeBytes }, 'unreachable'],
      immediately: [wire(head), {}, 'corrupt'],
    };
    for (const [how, [answer, promised, reason]] of Object.entries(cuts)) {
      await using server = await serveSockets((socket) => socket.end(answer, 'latin1'));
      const { chunks } = await clientOf(server).client.tarball(NAME, '1.0.0', {
        sha256: SHA256,
        ...promised,
      });
      assert.equal((await failureOf(readAll(chunks))).reason, reason, how);
    }
  });

  it('is refused when it is too large', async () => {
    const options = { maxTarballBytes: sizeBytes - 1 };
    const tooLarge = /a tarball that is larger than the limit of 199999 bytes/;
    await using announced = await whole(BYTES);
    const early = await failureOf(
      clientOf(announced, options).client.tarball(NAME, '1.0.0', { sha256: SHA256 }),
    );
    await using unannounced = await chunked(BYTES);
    const { chunks } = await clientOf(unannounced, options).client.tarball(NAME, '1.0.0', { sha256: SHA256 });
    for (const { reason, message } of [early, await failureOf(readAll(chunks))]) {
      assert.equal(reason, 'malformed');
      assert.match(message, tooLarge);
    }
  });

  it('is accepted at the limit', async () => {
    await using server = await whole(BYTES);
    const { client } = clientOf(server, { maxTarballBytes: sizeBytes });
    const { chunks } = await client.tarball(NAME, '1.0.0', { sha256: SHA256 });
    assert.deepEqual(await readAll(chunks), BYTES);
  });
});

describe('a response that is not a tarball', () => {
  const download = ({ baseUrl }: HostileServer) =>
    failureOf(clientOf({ baseUrl }).client.tarball(NAME, '1.0.0', { sha256: SHA256 }));

  it('may be a page', async () => {
    await using server = await serve((_request, response) => sendHtml(response, 200));
    const { reason, message } = await download(server);
    assert.equal(reason, 'malformed');
    assert.match(message, /answered with text\/html instead of a tarball/);
  });

  it('may be JSON', async () => {
    await using server = await serve((_request, response) => sendJson(response, {}));
    assert.equal((await download(server)).reason, 'malformed');
  });

  it('may be an unrequested range', async () => {
    await using server = await whole(
      BYTES,
      { ...TYPE, 'content-range': `bytes 0-${sizeBytes - 1}/${sizeBytes}` },
      206,
    );
    assert.equal((await download(server)).reason, 'malformed');
  });

  it('may have a content coding', async () => {
    await using server = await whole(gzipSync(BYTES), { ...TYPE, 'content-encoding': 'gzip' });
    const { reason, message } = await download(server);
    assert.equal(reason, 'malformed');
    assert.match(message, /with a Content-Encoding, which changes its bytes/);
  });

  it('may be a 404', async () => {
    await using server = await serve((_request, response) => sendHtml(response, 404));
    assert.equal((await download(server)).status, 404);
  });
});
