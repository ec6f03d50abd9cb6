// A registry or a proxy that echoes the token: it appears in no error, event or response.
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { RegistryClient } from '../../src/index.ts';
import { serve } from '../hostile-server.ts';
import { clientOf, failureOf, NAME, TOKEN } from '../test-client.ts';
import { MANIFEST, sendJson, sendProblem } from '../wire-answers.ts';

const PAGE = { 'content-type': `text/${TOKEN}` };

describe('an echoed token', () => {
  it('is in no part of an error, at any place and for any length of the text', async () => {
    const long = `${'x'.repeat(290)} ${TOKEN} and more`;
    const problem = {
      title: `Not ${TOKEN}`,
      detail: long,
      code: 'unauthenticated',
      errors: [
        { field: TOKEN, message: `got Bearer ${TOKEN}` },
        { field: 'a', message: long },
      ],
      request_id: TOKEN,
    };
    await using server = await serve((_request, response) => sendProblem(response, 401, problem));
    const error = await failureOf(clientOf(server).client.versions(NAME));
    assert.ok(error.message.startsWith(`${server.baseUrl}: 401 Not … xxx`), error.message);
    assert.deepEqual(error.errors[0], { field: '…', message: 'got Bearer …' });
    assert.deepEqual([error.code, error.requestId], ['unauthenticated', undefined]);
    assert.ok(!inspect(error).includes(TOKEN.slice(0, 8)), 'a part of the token is in the error');
  });

  it('may be short and escaped, without damage to the rest', async () => {
    const body = '{"title":"No","detail":"\\u0061\\/b is wrong","code":"unauthenticated"}';
    await using server = await serve((_request, response) => {
      response
        .writeHead(401, { 'content-type': 'application/problem+json', 'x-request-id': 'req-a/b' })
        .end(body);
    });
    const { message, code } = await failureOf(clientOf(server, { token: 'a/b' }).client.versions(NAME));
    assert.equal(message, `${server.baseUrl}: 401 No. … is wrong.`);
    assert.equal(code, 'unauthenticated');
  });

  const answers: Record<
    string,
    [answer: RequestListener, request: (client: RegistryClient) => Promise<unknown>]
  > = {
    'as the media type of a page': [
      (_request, response) => response.writeHead(200, PAGE).end(),
      (client) => client.versions(NAME),
    ],
    'as the media type of an error': [
      (_request, response) => response.writeHead(403, PAGE).end(),
      (client) => client.versions(NAME),
    ],
    'as the media type of a tarball': [
      (_request, response) => response.writeHead(200, PAGE).end(),
      (client) => client.tarball(NAME, '1.0.0', { sha256: 'a'.repeat(64) }),
    ],
    'as the request id': [
      (_request, response) => response.writeHead(403, { 'x-request-id': TOKEN }).end(),
      (client) => client.versions(NAME),
    ],
    'as the name of a Prime': [
      (_request, response) => sendJson(response, { ...MANIFEST, name: `@acme/${TOKEN}` }),
      (client) => client.manifest(NAME, '1.0.0'),
    ],
    'as the version of a Prime': [
      (_request, response) => sendJson(response, { ...MANIFEST, version: TOKEN }),
      (client) => client.manifest(NAME, '1.0.0'),
    ],
    'in a redirect of a write': [
      (_request, response) => response.writeHead(307, { location: `http://127.0.0.1:9/${TOKEN}` }).end(),
      (client) => client.yank(NAME, '1.0.0'),
    ],
    'in a redirect to an unreachable host': [
      (_request, response) => response.writeHead(307, { location: `http://127.0.0.1:9/${TOKEN}` }).end(),
      (client) => client.versions(NAME),
    ],
  };
  for (const [where, [answer, request]] of Object.entries(answers)) {
    it(`is in no error and no event ${where}`, async () => {
      await using server = await serve(answer);
      const { client, events } = clientOf(server, { retries: 0 });
      const { message } = await failureOf(request(client));
      assert.ok(!message.toLowerCase().includes(TOKEN.toLowerCase()), message);
      assert.ok(!inspect(events).includes(TOKEN), inspect(events));
    });
  }

  it('is in no error and no event about the target of a redirect', async () => {
    for (const status of [404, 403]) {
      await using target = await serve((_request, response) => response.writeHead(status).end());
      await using server = await serve((_request, response) => {
        response.writeHead(307, { location: `${target.baseUrl}/${TOKEN}` }).end();
      });
      const { client, events } = clientOf(server);
      const { message } = await failureOf(client.versions(NAME));
      assert.ok(message.includes(`${target.baseUrl}/…`), message);
      assert.ok(!inspect(events).includes(TOKEN), inspect(events));
    }
  });

  it('is in no response either, such as the reason of a yank', async () => {
    const yanked = { ...MANIFEST, yanked: true, yank_reason: `it has ${TOKEN} in it` };
    await using server = await serve((_request, response) => sendJson(response, yanked));
    assert.equal((await clientOf(server).client.manifest(NAME, '1.0.0')).yank_reason, 'it has … in it');
  });

  it('stays in responses if it is so short that it could be other text', async () => {
    await using server = await serve((_request, response) => sendJson(response, MANIFEST));
    const { name, sha256 } = await clientOf(server, { token: 'a' }).client.manifest(NAME, '1.0.0');
    assert.deepEqual([name, sha256], [NAME, MANIFEST.sha256]);
  });
});
