// The whole wait for a question: attempts, pauses, redirects and several requests together.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Deadline, RegistryClient, Resolver } from '../../src/index.ts';
import { serve } from '../hostile-server.ts';
import { clientOf, failureOf, NAME, readAll } from '../test-client.ts';
import { sendJson, sha256Of, VERSION_LIST } from '../wire-answers.ts';

/** Longer than any test. */
const FOREVER_MS = 60_000;

// They wait, and each has its own registry: together they take no longer than one of them.
describe('the whole wait', { concurrency: true }, () => {
  it('ends a request that hangs, and there is no second attempt', async () => {
    await using server = await serve(() => undefined);
    const { client, pauses } = clientOf(server, { timeoutMs: FOREVER_MS, totalMs: 300 });
    const { reason, message } = await failureOf(client.versions(NAME));
    assert.equal(reason, 'timeout');
    // A busy machine begins late, or does not send it in time.
    assert.match(message, /^http:\S+ did not answer within (?:300 ms|[\d.]+ ms, the rest of 300 ms)\.$/);
    assert.ok(server.requests.length <= 1);
    assert.deepEqual(pauses, []);
  });

  it('includes earlier attempts', async () => {
    await using server = await serve(() => undefined);
    const pace = { now: Date.now, random: () => 0, sleep: async () => undefined };
    const options = { baseUrl: server.baseUrl, timeoutMs: 1000, totalMs: 2500, retries: 9 };
    const { message } = await failureOf(new RegistryClient(options, pace).versions(NAME));
    assert.match(message, /did not answer within [\d.]+ m?s, the rest of 2\.5 s\.$/);
    assert.ok(server.requests.length > 1);
  });

  it('is not exceeded by a pause: the error says how long the registry wants to be left alone', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(503, { 'retry-after': '7' }).end();
    });
    const impatient = clientOf(server, { totalMs: 5000 });
    assert.match((await failureOf(impatient.client.versions(NAME))).message, /It asks to wait 7 s/);
    assert.deepEqual([server.requests.length, impatient.pauses], [1, []]);
    const patient = clientOf(server, { totalMs: 50_000, retries: 1 });
    await failureOf(patient.client.versions(NAME));
    assert.equal(patient.pauses.length, 1);
  });

  it('includes a document that drips', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('[');
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    });
    // Long enough for a busy machine to begin.
    const { client } = clientOf(server, { timeoutMs: 3000, totalMs: 3000 });
    const { message } = await failureOf(client.versions(NAME));
    assert.match(message, /did not send the rest of its answer within/);
    assert.doesNotMatch(message, /30 s/);
  });

  it('is over for a tarball once it arrives', async () => {
    const bytes = Buffer.from('six by');
    await using server = await serve(async (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/gzip' });
      for (const byte of bytes) {
        response.write(Buffer.of(byte));
        await delay(200);
      }
      response.end();
    });
    const { client } = clientOf(server, { timeoutMs: 1000, totalMs: 1000 });
    const { chunks } = await client.tarball(NAME, '1.0.0', { sha256: sha256Of(bytes) });
    assert.deepEqual(await readAll(chunks), bytes);
  });

  it('does not limit an upload that goes on', async () => {
    await using server = await serve((request, response) => {
      request.resume().on('end', () => response.writeHead(400).end());
    });
    const { client } = clientOf(server, { timeoutMs: 5000, totalMs: 200 });
    const tarball = {
      sizeBytes: 4,
      async *open() {
        for (let sent = 0; sent < 4; sent += 1) {
          await delay(100);
          yield Buffer.of(sent);
        }
      },
    };
    const { status } = await failureOf(client.publish({ manifest: 'name: x', tarball }));
    assert.equal(status, 400);
  });
});

describe('several registries', () => {
  it('share one wait for a question', async () => {
    await using slow = await serve(async (_request, response) => {
      await delay(600);
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    });
    await using hanging = await serve(() => undefined);
    const registries = [slow, hanging].map(
      ({ baseUrl }) => new RegistryClient({ baseUrl, timeoutMs: FOREVER_MS }),
    );
    for (const range of ['^1.0.0', '1.0.0']) {
      const resolver = new Resolver({ registries, totalMs: 1500 });
      const { registry, reason, message } = await failureOf(resolver.resolve(NAME, range));
      assert.deepEqual([registry, reason], [hanging.baseUrl, 'timeout']);
      assert.match(message, /did not answer within [\d.]+ m?s, the rest of 1\.5 s\.$/);
    }
    const deadline = new Deadline(300);
    const hanged = new RegistryClient({ baseUrl: hanging.baseUrl });
    assert.equal((await failureOf(hanged.atom('@acme/x', { deadline }))).reason, 'timeout');
  });

  it('have a new wait for each question', async () => {
    await using server = await serve(async (_request, response) => {
      await delay(150);
      sendJson(response, VERSION_LIST);
    });
    const { client } = clientOf(server);
    const resolver = new Resolver({ registries: [client], totalMs: 5000 });
    for (let count = 0; count < 3; count += 1) await resolver.listVersions(NAME);
  });
});
