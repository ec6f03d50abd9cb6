// The refusal of a registry is read even if it comes before the end of the form and the connection is then
// closed.
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { SYSTEM_PACE } from '../../src/http/pace.ts';
import { RegistryClient } from '../../src/registry-client.ts';
import { serve, serveSockets, wire } from '../hostile-server.ts';
import { clientOf, failureOf } from '../test-client.ts';
import { RECEIPT, sendJson, sendProblem } from '../wire-answers.ts';

const SIZE_BYTES = 8 * 1024 ** 2;
const MANIFEST = 'name: "@acme/web-style"\n';
const PROBLEM = JSON.stringify({ title: 'The tarball is too large', code: 'tarball_too_large' });
const REFUSAL = wire(
  [
    'HTTP/1.1 413 Content Too Large',
    'Content-Type: application/problem+json',
    `Content-Length: ${PROBLEM.length}`,
    'Connection: close',
  ],
  PROBLEM,
);

let folder: string;
let tarball: { sizeBytes: number; open(): AsyncIterable<Uint8Array> };
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prime-client-test-'));
  const path = join(folder, 'prime.tar.gz');
  await writeFile(path, Buffer.alloc(SIZE_BYTES));
  // A file, because its chunks come when the disk is ready: they are written even if a response has arrived.
  tarball = { sizeBytes: SIZE_BYTES, open: () => createReadStream(path) };
});
after(() => rm(folder, { recursive: true }));

describe('a refusal before the end of the form', () => {
  for (const status of [400, 401, 413]) {
    it(`is read by the sender (${status})`, async () => {
      await using server = await serve((request, response) => {
        request.pause();
        sendProblem(response, status, { title: 'No', code: 'no' }, { connection: 'close' });
      });
      const { status: seen, code } = await failureOf(
        clientOf(server).client.publish({ manifest: MANIFEST, tarball }),
      );
      assert.deepEqual([seen, code], [status, 'no']);
    });
  }

  const doors: Record<string, (socket: Socket) => void> = {
    'closed cleanly': (socket) => void socket.end(REFUSAL),
    closed: (socket) => void socket.pause().write(REFUSAL, () => socket.destroy()),
    reset: (socket) => void socket.pause().write(REFUSAL, () => socket.resetAndDestroy()),
  };
  for (const [how, close] of Object.entries(doors)) {
    it(`is read by the sender when the connection is ${how}`, async () => {
      await using server = await serveSockets(close);
      const client = new RegistryClient({ baseUrl: server.baseUrl }, SYSTEM_PACE);
      // Without a second, slower attempt, about three in four of these are lost.
      for (let count = 0; count < 4; count += 1) {
        const { status, code } = await failureOf(client.publish({ manifest: MANIFEST, tarball }));
        assert.deepEqual([status, code], [413, 'tarball_too_large']);
      }
    });

    it(`is read by the sender when the connection is ${how} in the middle`, async () => {
      await using server = await serveSockets((socket) => {
        let receivedBytes = 0;
        socket.on('data', ({ length }) => {
          receivedBytes += length;
          if (receivedBytes > SIZE_BYTES / 4) close(socket.removeAllListeners('data'));
        });
      });
      const client = new RegistryClient({ baseUrl: server.baseUrl }, SYSTEM_PACE);
      const { status } = await failureOf(client.publish({ manifest: MANIFEST, tarball }));
      assert.equal(status, 413);
    });
  }
});

describe('an interrupted form', () => {
  it('is sent once more, because the registry never had it completely', async () => {
    await using server = await serve(async (request, response) => {
      if (server.requests.length === 1) return void request.once('data', () => request.destroy());
      await request.toArray();
      sendJson(response, RECEIPT, 201);
    });
    const { client } = clientOf(server);
    assert.deepEqual(await client.publish({ manifest: MANIFEST, tarball }), RECEIPT);
    assert.equal(server.requests.length, 2);
  });

  it('is not sent more often', async () => {
    await using server = await serve((request) => void request.once('data', () => request.destroy()));
    const { reason } = await failureOf(clientOf(server).client.publish({ manifest: MANIFEST, tarball }));
    assert.equal(reason, 'unreachable');
    assert.equal(server.requests.length, 2);
  });
});
