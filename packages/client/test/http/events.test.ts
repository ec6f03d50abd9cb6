// The events of exchanges, and the request headers of the client.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '../hostile-server.ts';
import { clientOf, failureOf, NAME, TOKEN } from '../test-client.ts';
import { sendJson, VERSION_LIST } from '../wire-answers.ts';

describe('the events of a request', () => {
  it('are one for each exchange, without the token', async () => {
    await using server = await serve((_request, response) => {
      if (server.requests.length === 1) response.destroy();
      else if (server.requests.length === 2) response.writeHead(503).end();
      else sendJson(response, VERSION_LIST);
    });
    const { client, events } = clientOf(server);
    await client.versions(NAME, { includeYanked: true });
    const url = `${server.baseUrl}/pack/%40acme%2Fweb-style?yanked=include`;
    assert.deepEqual(
      events.map(({ durationMs: _, ...event }) => event),
      [
        { method: 'GET', url, attempt: 1, failure: 'unreachable' },
        { method: 'GET', url, attempt: 2, status: 503 },
        { method: 'GET', url, attempt: 3, status: 200 },
      ],
    );
    assert.ok(events.every(({ durationMs }) => Number.isInteger(durationMs) && durationMs >= 0));
    assert.ok(!JSON.stringify(events).includes(TOKEN));
  });

  it('pass on the errors of a listener, which are no failures of the registry', async () => {
    await using server = await serve((_request, response) => sendJson(response, VERSION_LIST));
    const onExchange = (): void => {
      throw new RangeError('a defect of the listener');
    };
    await assert.rejects(clientOf(server, { onExchange }).client.versions(NAME), RangeError);
    assert.equal(server.requests.length, 1);
  });
});

describe('a request', () => {
  it('has a token and a user agent if they are set', async () => {
    await using server = await serve((_request, response) => sendJson(response, VERSION_LIST));
    await clientOf(server, { userAgent: 'prime/1.0 (test)' }).client.versions(NAME);
    const [request] = server.requests;
    assert.equal(request?.headers.authorization, `Bearer ${TOKEN}`);
    assert.equal(request?.headers['user-agent'], 'prime/1.0 (test)');
  });

  it('keeps the path of the base URL', async () => {
    await using server = await serve((_request, response) => response.writeHead(404).end());
    const { client } = clientOf({ baseUrl: `${server.baseUrl}/primes/` });
    assert.equal(client.baseUrl, `${server.baseUrl}/primes`);
    await failureOf(client.versions(NAME));
    await failureOf(client.manifest(NAME, '1.0.0'));
    await failureOf(client.search('a&b=c d', { limit: 3, offset: 4 }));
    await failureOf(client.whoami());
    assert.deepEqual(
      server.requests.map(({ url }) => url),
      [
        '/primes/pack/%40acme%2Fweb-style',
        '/primes/pack/@acme/web-style/1.0.0',
        '/primes/search?q=a%26b%3Dc+d&limit=3&offset=4',
        '/primes/-/whoami',
      ],
    );
  });
});
