// The exchange of tokens with registries that answer anything: what is accepted, what is sent again, what is shown.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { exchangeToken, RegistryClient, readTokenServiceOf, revokeToken } from '../../src/index.ts';
import { serve } from '../hostile-server.ts';
import { failureOf } from '../test-client.ts';
import { sendJson } from '../wire-answers.ts';

const IDENTITY = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';
const EXCHANGE = { identityToken: IDENTITY, nonce: 'n'.repeat(43) };
const GOOD = { access_token: 'pri_x', token_type: 'Bearer', expires_in: 900 };

const anonymous = ({ baseUrl }: { readonly baseUrl: string }) => new RegistryClient({ baseUrl });

describe('the answer to an exchange', () => {
  for (const [what, body] of Object.entries({
    'has no token': { ...GOOD, access_token: undefined },
    'has a token with a line break': { ...GOOD, access_token: 'pri_x\r\nX-Evil: 1' },
    'is for another kind of token': { ...GOOD, token_type: 'N_A' },
    'has no end': { ...GOOD, expires_in: 'soon' },
    'is a list': [],
  }))
    it(`is refused if it ${what}`, async () => {
      await using server = await serve((_request, response) => sendJson(response, body));
      const error = await failureOf(exchangeToken(anonymous(server), EXCHANGE));
      assert.equal(error.reason, 'malformed');
    });

  it('may be about anybody, in one line', async () => {
    const prime_identity = { rule: 'r\n\u001b[2J', description: `d\u202e${'x'.repeat(900)}`, issuer: 5 };
    const body = { ...GOOD, token_type: 'bearer', scope: 'publish\nx', prime_identity };
    await using server = await serve((_request, response) => sendJson(response, body));
    const { token, expiresIn, scope, identity } = await exchangeToken(anonymous(server), EXCHANGE);
    assert.deepEqual([token, expiresIn], ['pri_x', 900]);
    for (const text of [scope, identity?.rule, identity?.description])
      assert.match(text ?? '', /^[^\p{Cc}]{1,600}$/u);
  });
});

describe('a refusal', () => {
  it('says what differs, and never the token', async () => {
    const refusal = { rule: 'r', claim: 'workflow', wants: 'a.yml', has: `b ${IDENTITY}` };
    const odd = [null, 5, { rule: 'r' }, { ...refusal, has: null }];
    const body = {
      ...{ error: 'invalid_request', error_description: `No: ${IDENTITY}`, code: 'identity_not_trusted' },
      prime_refusals: [refusal, ...odd, ...Array.from({ length: 100 }, () => refusal)],
    };
    await using server = await serve((_request, response) => {
      response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const error = await failureOf(exchangeToken(anonymous(server), EXCHANGE));
    assert.match(error.message, /: 403 No: …$/);
    assert.equal(error.code, 'identity_not_trusted');
    assert.deepEqual(error.refusals.slice(0, 2), [
      { rule: 'r', claim: 'workflow', wants: 'a.yml', has: 'b …' },
      { rule: 'r', claim: 'workflow', wants: 'a.yml', has: undefined },
    ]);
    assert.ok(error.refusals.length <= 50);
    assert.ok(!inspect(error).includes(IDENTITY));
  });
});

describe('an exchange that may have been carried out', () => {
  it('is sent again for an identity, and not for a token of the registry', async () => {
    let requests = 0;
    await using server = await serve((_request, response) => {
      requests += 1;
      if (requests === 1) response.destroy();
      else sendJson(response, GOOD);
    });
    const client = anonymous(server);
    assert.equal((await exchangeToken(client, EXCHANGE)).token, 'pri_x');
    assert.equal(requests, 2);
    requests = 0;
    const error = await failureOf(exchangeToken(client, { accessToken: 'pri_y', scope: 'publish' }));
    assert.deepEqual([error.reason, requests], ['unreachable', 1]);
  });
});

describe('the description of a registry', () => {
  for (const audience of ['', 'primes.example', 'javascript:alert(1)', 'https://a:b@primes.example', 5])
    it(`is refused if its audience is ${JSON.stringify(audience)}`, async () => {
      await using server = await serve((_request, response) =>
        sendJson(response, { prime_audience: audience }),
      );
      const error = await failureOf(readTokenServiceOf(anonymous(server)));
      assert.equal(error.reason, 'malformed');
    });
});

it('a revocation sends the token in the form alone', async () => {
  const seen: string[] = [];
  await using server = await serve((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(200).end();
  });
  await revokeToken(anonymous(server), 'pri_x');
  assert.deepEqual(seen, ['POST /-/revoke undefined']);
});
