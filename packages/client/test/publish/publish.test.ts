// A publish is streamed as one form, and each failure has its own error.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@prime-registry/testkit';
import type { TarballChangedError, TarballSource } from '../../src/index.ts';
import { serve } from '../hostile-server.ts';
import { clientOf, failureOf } from '../test-client.ts';
import { RECEIPT, sendHtml, sendJson } from '../wire-answers.ts';

const MANIFEST = 'name: "@acme/web-style"\n';
const CHUNK = Buffer.alloc(64 * 1024, 7);

/** A tarball of `count` chunks; it counts the chunks read, and how often it was opened and closed. */
function chunks(count: number, sizeBytes = count * CHUNK.length) {
  const seen = { opened: 0, taken: 0, closed: 0 };
  async function* open(): AsyncGenerator<Uint8Array> {
    seen.opened += 1;
    try {
      for (let index = 0; index < count; index += 1) {
        seen.taken += 1;
        yield CHUNK;
      }
    } finally {
      seen.closed += 1;
    }
  }
  return { source: { sizeBytes, open } satisfies TarballSource, seen };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray());
}

describe('a publish', () => {
  it('is one form of a known length, and returns the receipt', async () => {
    const { promise: body, resolve } = Promise.withResolvers<Buffer>();
    await using server = await serve(async (request, response) => {
      resolve(await bodyOf(request));
      sendJson(response, { ...RECEIPT, extra: 1 }, 201);
    });
    const progress: number[] = [];
    const prime = { manifest: MANIFEST, tarball: chunks(5).source };
    const receipt = await clientOf(server).client.publish(prime, {
      onProgress: (sent) => progress.push(sent),
    });
    assert.deepEqual(receipt, RECEIPT);
    assert.deepEqual(
      progress,
      [1, 2, 3, 4, 5].map((count) => count * CHUNK.length),
    );
    const [request] = server.requests;
    const headers = { 'content-type': request?.headers['content-type'] ?? '' };
    assert.equal(request?.headers['content-length'], String((await body).length));
    assert.equal(request.headers['transfer-encoding'], undefined);
    const form = await new Response((await body).buffer as ArrayBuffer, { headers }).formData();
    assert.equal(form.get('manifest'), MANIFEST);
    assert.equal((form.get('tarball') as File).size, 5 * CHUNK.length);
  });

  it('asks for the version rule only if told to', async () => {
    const forms: unknown[] = [];
    await using server = await serve(async (request, response) => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const body = (await bodyOf(request)) as Buffer<ArrayBuffer>;
      forms.push((await new Response(body, { headers }).formData()).get('version-rule'));
      sendJson(response, RECEIPT, 201);
    });
    const { client } = clientOf(server);
    const prime = { manifest: MANIFEST, tarball: chunks(1).source };
    for (const enforcesVersionRule of [false, true]) await client.publish({ ...prime, enforcesVersionRule });
    assert.deepEqual(forms, [null, 'enforce']);
  });

  it('is sent again from the beginning when the registry was busy', async () => {
    await using server = await serve(async (request, response) => {
      const { length } = await bodyOf(request);
      if (server.requests.length === 1) response.writeHead(503, { 'retry-after': '1' }).end();
      else sendJson(response, RECEIPT, length === Number(request.headers['content-length']) ? 201 : 400);
    });
    const { source, seen } = chunks(3);
    const progress: number[] = [];
    const onProgress = (sentBytes: number): void => void progress.push(sentBytes / CHUNK.length);
    await clientOf(server).client.publish({ manifest: MANIFEST, tarball: source }, { onProgress });
    assert.deepEqual([seen.opened, progress], [2, [1, 2, 3, 1, 2, 3]]);
  });

  it('reads no more from the disk than the registry accepts', async () => {
    await using server = await serve((request) => request.pause());
    const { source, seen } = chunks(2000);
    const { client } = clientOf(server, { timeoutMs: 300 });
    const { reason } = await failureOf(client.publish({ manifest: MANIFEST, tarball: source }));
    assert.equal(reason, 'timeout');
    // Only the buffers of both ends of the connection are filled: a few MiB of 125.
    assert.ok(seen.taken < 500, `${seen.taken} chunks of 64 KiB were taken`);
    await eventually(() => assert.equal(seen.closed, 1));
  });

  it('has no timeout while the disk is slow', async () => {
    await using server = await serve(async (request, response) => {
      await bodyOf(request);
      sendJson(response, RECEIPT, 201);
    });
    async function* open(): AsyncGenerator<Uint8Array> {
      yield Buffer.of(1);
      await delay(700);
      yield Buffer.of(2);
    }
    const { client } = clientOf(server, { timeoutMs: 300 });
    assert.deepEqual(await client.publish({ manifest: MANIFEST, tarball: { sizeBytes: 2, open } }), RECEIPT);
  });

  it('may take long while it makes progress', async () => {
    await using server = await serve(async (request, response) => {
      // At most 64 KiB at a time: this takes 6 s or more.
      for await (const _ of request) await delay(20);
      sendJson(response, RECEIPT, 201);
    });
    const { client } = clientOf(server, { timeoutMs: 5000 });
    assert.deepEqual(await client.publish({ manifest: MANIFEST, tarball: chunks(300).source }), RECEIPT);
  });

  it('ends when it is aborted, and closes its tarball', async () => {
    const controller = new AbortController();
    await using server = await serve((request) => {
      request.once('data', () => controller.abort());
    });
    const { source, seen } = chunks(2000);
    const prime = { manifest: MANIFEST, tarball: source };
    const { reason } = await failureOf(clientOf(server).client.publish(prime, { signal: controller.signal }));
    assert.equal(reason, 'aborted');
    await eventually(() => assert.deepEqual([seen.opened, seen.closed], [1, 1]));
  });
});

describe('a tarball that cannot be sent', () => {
  it('passes on its own error', async () => {
    await using server = await serve((request) => request.resume());
    const failure = new Error('EIO: i/o error, read');
    let opened = 0;
    async function* open(): AsyncGenerator<Uint8Array> {
      opened += 1;
      yield CHUNK;
      throw failure;
    }
    const prime = { manifest: MANIFEST, tarball: { sizeBytes: 2 * CHUNK.length, open } };
    await assert.rejects(clientOf(server).client.publish(prime), (error) => error === failure);
    assert.equal(opened, 1);
  });

  const CHANGES = [
    {
      what: 'shorter',
      count: 3,
      missing: 1,
      message: /should have 196609 bytes and has only 196608: it was changed/,
    },
    {
      what: 'longer',
      count: 100,
      missing: -1,
      message: /should have 196607 bytes and has more: it was changed/,
    },
  ];
  for (const { what, count, missing, message } of CHANGES) {
    it(`is ${what} than it was`, async () => {
      await using server = await serve((request) => request.resume());
      const { source, seen } = chunks(count, 3 * CHUNK.length + missing);
      const prime = { manifest: MANIFEST, tarball: source };
      await assert.rejects(clientOf(server).client.publish(prime), (error: TarballChangedError) => {
        assert.equal(error.name, 'TarballChangedError');
        assert.match(error.message, message);
        return true;
      });
      assert.equal(seen.opened, 1);
    });
  }
});

describe('a response to a publish', () => {
  const answers: Record<string, [status: number, body: unknown, reason: string]> = {
    'a 200': [200, RECEIPT, 'malformed'],
    'a 202': [202, RECEIPT, 'malformed'],
    'no receipt': [201, { ...RECEIPT, sha256: undefined }, 'malformed'],
    'a 409': [409, { title: 'The version is already published' }, 'status'],
  };
  for (const [what, [status, body, reason]] of Object.entries(answers)) {
    it(`is no success with ${what}`, async () => {
      await using server = await serve(async (request, response) => {
        await bodyOf(request);
        sendJson(response, body, status);
      });
      const prime = { manifest: MANIFEST, tarball: chunks(1).source };
      assert.equal((await failureOf(clientOf(server).client.publish(prime))).reason, reason);
      assert.equal(server.requests.length, 1);
    });
  }

  it('ends the upload, even if it is an early success', async () => {
    await using server = await serve((request, response) => {
      request.pause();
      sendJson(response, RECEIPT, 201);
    });
    const { source, seen } = chunks(2000);
    await clientOf(server).client.publish({ manifest: MANIFEST, tarball: source });
    await eventually(() => assert.deepEqual([seen.opened, seen.closed], [1, 1]));
    assert.ok(seen.taken < 2000);
  });

  it('ends the upload on platforms that would continue it', async () => {
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      assert.ok(init?.body instanceof ReadableStream);
      const reader = init.body.getReader();
      for (let count = 0; count < 3; count += 1) await reader.read();
      return Response.json(RECEIPT, { status: 201 });
    };
    const { source, seen } = chunks(2000);
    const { client } = clientOf({ baseUrl: 'http://127.0.0.1:9' }, { fetch });
    await client.publish({ manifest: MANIFEST, tarball: source });
    await eventually(() => assert.equal(seen.closed, 1));
  });

  it('is no success with a page', async () => {
    await using server = await serve(async (request, response) => {
      await bodyOf(request);
      sendHtml(response, 201);
    });
    const prime = { manifest: MANIFEST, tarball: chunks(1).source };
    const { message } = await failureOf(clientOf(server).client.publish(prime));
    assert.match(message, /answered 201 with text\/html instead of JSON/);
  });
});

describe('a check of a publish', () => {
  it('sends the same form to another path, and returns the receipt', async () => {
    const paths: (string | undefined)[] = [];
    await using server = await serve(async (request, response) => {
      paths.push(request.url);
      await bodyOf(request);
      sendJson(response, RECEIPT, 200);
    });
    const prime = { manifest: MANIFEST, tarball: chunks(2).source };
    assert.deepEqual(await clientOf(server).client.checkPublish(prime), RECEIPT);
    assert.deepEqual(paths, ['/-/publish/check']);
  });

  it('says that a registry lacks it, also if that answers with a page', async () => {
    await using server = await serve(async (request, response) => {
      await bodyOf(request);
      sendHtml(response, 404);
    });
    const prime = { manifest: MANIFEST, tarball: chunks(2).source };
    const { status } = await failureOf(clientOf(server).client.checkPublish(prime));
    assert.equal(status, 404);
  });
});
