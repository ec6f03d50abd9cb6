// Accepted responses: JSON of the right shape about the requested subject, and nothing else.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTooLong } from '../../src/index.ts';
import { type HostileServer, serve } from '../hostile-server.ts';
import { clientOf, failureOf, NAME } from '../test-client.ts';
import { MANIFEST, sendHtml, sendJson, VERSION_LIST } from '../wire-answers.ts';

function answering(
  body: string | Buffer,
  headers: Record<string, string>,
  status = 200,
): Promise<HostileServer> {
  return serve((_request, response) => response.writeHead(status, headers).end(body));
}

const JSON_TYPE = { 'content-type': 'application/json' };
const LIST = JSON.stringify(VERSION_LIST);

describe('an answer', () => {
  for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.primes+json']) {
    it(`may be ${type}`, async () => {
      await using server = await answering(LIST, { 'content-type': type });
      assert.equal((await clientOf(server).client.versions(NAME)).latest, '1.1.0');
    });
  }

  it('may begin with a byte order mark', async () => {
    await using server = await answering(`\ufeff${LIST}`, JSON_TYPE);
    assert.equal((await clientOf(server).client.versions(NAME)).latest, '1.1.0');
  });

  it('is not a page that says 200', async () => {
    await using server = await serve((_request, response) => sendHtml(response, 200));
    const { reason, message } = await failureOf(clientOf(server).client.versions(NAME));
    assert.equal(reason, 'malformed');
    assert.equal(
      message,
      `${server.baseUrl} answered 200 with text/html instead of JSON; check that this is the address of a registry.`,
    );
    assert.equal(server.requests.length, 1);
  });

  it('is not a page, which is not read to its end', async () => {
    const { promise: isClosed, resolve } = Promise.withResolvers<void>();
    await using server = await serve((_request, response) => {
      response.on('close', resolve).writeHead(200, { 'content-type': 'text/html' }).write('<p>');
    });
    assert.equal((await failureOf(clientOf(server).client.versions(NAME))).reason, 'malformed');
    await isClosed;
  });

  const types = {
    'no media type': {},
    'plain text': { 'content-type': 'text/plain' },
    'another media type': { 'content-type': 'application/jsonx' },
  };
  for (const [what, headers] of Object.entries(types)) {
    it(`is not JSON with ${what}`, async () => {
      await using server = await answering(LIST, headers);
      assert.equal((await failureOf(clientOf(server).client.versions(NAME))).reason, 'malformed');
    });
  }

  for (const status of [201, 202, 204, 205, 206, 300, 304]) {
    it(`is not a ${status}`, async () => {
      await using server = await answering(status === 201 || status === 206 ? LIST : '', JSON_TYPE, status);
      const { reason, message } = await failureOf(clientOf(server).client.versions(NAME));
      assert.equal(reason, 'malformed');
      assert.match(message, new RegExp(`answered ${status} instead of 200`));
    });
  }

  it('is not larger than the limit, and not read any further', async () => {
    let isClosed = false;
    await using server = await serve((_request, response) => {
      response.writeHead(200, JSON_TYPE).write('[');
      const fill = setInterval(() => response.write(' '.repeat(100_000)), 1);
      response.on('close', () => {
        isClosed = true;
        clearInterval(fill);
      });
    });
    const { client } = clientOf(server, { maxJsonBytes: 1_000_000 });
    const error = await failureOf(client.versions(NAME));
    assert.deepEqual([error.reason, isTooLong(error) && error.limitBytes], ['malformed', 1_000_000]);
    assert.match(error.message, /sent an answer of more than 1000000 bytes/);
    while (!isClosed) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  for (const body of ['', '{', 'null', '[]', '7', '"text"', '[['.repeat(200_000)]) {
    it(`is not ${body.slice(0, 10) || 'nothing'}`, async () => {
      await using server = await answering(body, JSON_TYPE);
      const { reason, message } = await failureOf(clientOf(server).client.versions(NAME));
      assert.equal(reason, 'malformed');
      assert.match(
        message,
        /sent an invalid list of versions: it (is not JSON|must be an object, but is .*)\./,
      );
    });
  }
});

describe('an answer about something else', () => {
  it('is not the requested list of versions', async () => {
    await using server = await serve((_request, response) =>
      sendJson(response, { ...VERSION_LIST, name: '@evil/x' }),
    );
    const { reason, message } = await failureOf(clientOf(server).client.versions(NAME));
    assert.equal(reason, 'malformed');
    assert.match(message, /it is about '@evil\/x' instead of '@acme\/web-style'/);
  });

  for (const change of [
    { name: '@acme/other' },
    { version: '1.0.1' },
    { version: '1.0.0-beta.1' },
    { version: 'x' },
  ]) {
    it(`is not the requested manifest: ${JSON.stringify(change)}`, async () => {
      await using server = await serve((_request, response) =>
        sendJson(response, { ...MANIFEST, ...change }),
      );
      assert.equal((await failureOf(clientOf(server).client.manifest(NAME, '1.0.0'))).reason, 'malformed');
    });
  }

  it('is the same version when only build metadata differs', async () => {
    await using server = await serve((_request, response) =>
      sendJson(response, { ...MANIFEST, version: '1.0.0+build.7' }),
    );
    const { client } = clientOf(server);
    assert.equal((await client.manifest(NAME, '1.0.0')).version, '1.0.0+build.7');
    assert.equal((await client.manifest(NAME, '1.0.0+build.8')).version, '1.0.0+build.7');
  });
});

describe('several answers', () => {
  it('share connections: after a complete response, the connection is kept', async () => {
    await using server = await serve((_request, response) => sendJson(response, VERSION_LIST));
    const { client } = clientOf(server);
    for (let count = 0; count < 10; count += 1) await client.versions(NAME);
    // The platform may open one more at the start.
    assert.ok(server.connectionCount() <= 2, `${server.connectionCount()} connections`);
  });
});
