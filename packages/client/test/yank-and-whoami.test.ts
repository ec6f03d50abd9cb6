// A yank, for whose success the contract defines no body, and whoami, which is not part of the contract.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from './hostile-server.ts';
import { clientOf, failureOf, NAME } from './test-client.ts';
import { sendHtml, sendJson } from './wire-answers.ts';

const RECEIPT = { name: NAME, version: '1.0.0', yanked: true } as const;

describe('a yank', () => {
  it('succeeds with an empty response', async () => {
    await using server = await serve((_request, response) => response.writeHead(204).end());
    assert.deepEqual(await clientOf(server).client.yank(NAME, '1.0.0'), RECEIPT);
  });

  it('succeeds with a page', async () => {
    await using server = await serve((_request, response) => sendHtml(response, 200));
    assert.deepEqual(await clientOf(server).client.yank(NAME, '1.0.0'), RECEIPT);
  });

  it('fails when the registry yanked another version', async () => {
    await using server = await serve((_request, response) =>
      sendJson(response, { ...RECEIPT, version: '2.0.0' }),
    );
    assert.equal((await failureOf(clientOf(server).client.yank(NAME, '1.0.0'))).reason, 'malformed');
  });

  it('sends its reason as JSON, and no body without one', async () => {
    const bodies: string[] = [];
    await using server = await serve(async (request, response) => {
      bodies.push(Buffer.concat(await request.toArray()).toString());
      sendJson(response, RECEIPT);
    });
    const { client } = clientOf(server);
    await client.yank(NAME, '1.0.0', { reason: 'it was "broken"' });
    await client.yank(NAME, '1.0.0');
    assert.deepEqual(bodies, ['{"reason":"it was \\"broken\\""}', '']);
    assert.deepEqual(
      server.requests.map(({ method, url, headers }) => [method, url, headers['content-type']]),
      [
        ['DELETE', `/pack/${NAME}/1.0.0`, 'application/json'],
        ['DELETE', `/pack/${NAME}/1.0.0`, undefined],
      ],
    );
  });
});

describe('whoami', () => {
  it('returns the owner of the token', async () => {
    const identity = {
      name: 'ci',
      permissions: ['publish'],
      scopes: ['@acme'],
      expires_at: '2027-01-01T00:00:00Z',
    };
    await using server = await serve((_request, response) => sendJson(response, { ...identity, token: 'x' }));
    assert.deepEqual(await clientOf(server).client.whoami(), identity);
    assert.equal(server.requests[0]?.url, '/-/whoami');
  });

  it('returns the limits of a publish, and leaves malformed ones out', async () => {
    const identity = { name: 'ci', permissions: ['publish'], scopes: ['@acme'] };
    const sizes = { max_tarball_bytes: 300, max_unpacked_bytes: 3000, max_entries: 7, max_ratio: 20 };
    const publishing = { ...sizes, version_rule: 'some-later-rule' };
    const answers: unknown[] = [publishing, { ...publishing, max_entries: 'many' }, sizes, null, undefined];
    await using server = await serve((_request, response) =>
      sendJson(response, { ...identity, publishing: answers[server.requests.length - 1] }),
    );
    const { client } = clientOf(server);
    assert.deepEqual((await client.whoami()).publishing, publishing);
    for (const _ of answers.slice(1)) assert.deepEqual(await client.whoami(), identity);
  });
});
