// Forms of the token endpoints that no client should send. Nothing is a 500, and no secret comes back.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ERROR_CODES, type ErrorCode, TOKEN_EXCHANGE } from '@prime-registry/protocol';
import { RawClient, startRegistry } from '@prime-registry/testkit';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { attenuate, exchangeIdentity, postForm } from './exchanging.ts';
import { AUDIENCE } from './test-issuer.ts';

const registry = await startRegistry({ publicUrl: AUDIENCE, failedAuthRate: 'off' });
after(() => registry.stop());
const { anonymous, author } = registry;
const FORM = 'application/x-www-form-urlencoded';
const GOOD = {
  grant_type: TOKEN_EXCHANGE.grantType,
  subject_token_type: TOKEN_EXCHANGE.accessToken,
  subject_token: author.token ?? '',
};

/** Sends a body as it is. */
const post = (
  body: string | Uint8Array<ArrayBuffer>,
  contentType: string | undefined = FORM,
  path = '/-/token',
) => anonymous.request(path, { method: 'POST', headers: { 'content-type': contentType }, body });

test('the form must be one', async () => {
  const good = new URLSearchParams(GOOD).toString();
  assert.equal((await post(good)).status, 200);
  assert.equal((await post(good, `${FORM}; charset=UTF-8`)).status, 200);
  const bodies: [body: string | Uint8Array<ArrayBuffer>, contentType?: string][] = [
    [JSON.stringify(GOOD), 'application/json'],
    [good, 'text/plain'],
    [good, `${FORM}; charset=utf-16`],
    [good, 'multipart/form-data; boundary=x'],
    [''],
    [new Uint8Array([0x67, 0x72, 0xff, 0xfe, 0x3d])],
    ['&&&==='],
    ['grant_type'],
    [`${good}&grant_type=${encodeURIComponent(TOKEN_EXCHANGE.grantType)}`],
    [`${good}&subject_token=other`],
    [`${good}&scope=publish&scope=yank`],
    [`${good}${'&x=1'.repeat(40)}`],
    [`${good}&actor_token=x`],
    [`${good}&requested_token_type=${encodeURIComponent(TOKEN_EXCHANGE.jwt)}`],
    [`${good}&expires_in=soon`],
  ];
  for (const path of ['/-/token', '/-/revoke'])
    for (const [body, contentType] of bodies) {
      if (path === '/-/revoke' && String(body).startsWith('grant_type=') && contentType === undefined)
        continue;
      const { status, json } = await post(body, contentType, path);
      assert.deepEqual(
        [status, json.error, json.code],
        [400, 'invalid_request', 'invalid_request'],
        String(body),
      );
      assert.ok(!JSON.stringify(json).includes(author.token ?? '-'));
    }
  assert.equal((await post(`${good}&something=else&scope=`)).status, 200, 'what is not known is ignored');
});

test('a huge form is not read', async () => {
  for (const path of ['/-/token', '/-/revoke']) {
    const { status, json } = await post(`token=${'x'.repeat(70_000)}`, FORM, path);
    assert.deepEqual([status, json.code], [413, 'body_too_large']);
  }
});

test('no body and no type is a refusal', async () => {
  const client = await RawClient.connect(registry.baseUrl);
  await client.sendHead('POST /-/token HTTP/1.1', { 'Content-Length': '0', Connection: 'close' });
  const answer = await client.readToEnd();
  assert.match(answer, /^HTTP\/1\.1 400 /);
  assert.match(answer, /Content-Type: is missing/);
});

test('each wrong field is named', async () => {
  const cases: [fields: Readonly<Record<string, string>>, code: ErrorCode, detail: RegExp][] = [
    [{ grant_type: 'password' }, 'unsupported_grant_type', /'password' is not supported/],
    [{ subject_token_type: 'saml2' }, 'invalid_request', /subject_token_type: is 'saml2'; send one of/],
    [{ subject_token: '' }, 'invalid_request', /subject_token: is missing/],
    [{ audience: 'https://other.example' }, 'token_audience_refused', /not for 'https:\/\/other\.example'/],
    [{ resource: `${AUDIENCE}/` }, 'token_audience_refused', /for itself/],
    [{ scope: 'everything' }, 'token_scope_refused', /'everything' is unknown; use read/],
    [{ scope: 'prime:web-style' }, 'token_scope_refused', /does not begin with '@'/],
    [{ scope: 'prime:@acme/web-style@latest' }, 'token_scope_refused', /'latest' is no range/],
    [{ scope: 'prime:@acme/web-style@beta' }, 'token_scope_refused', /'beta' is no range/],
    [{ scope: 'scope:acme' }, 'token_scope_refused', /use a scope such as '@acme'/],
    [{ scope: 'x'.repeat(9000) }, 'token_scope_refused', /at most 8192/],
    [
      { scope: Array.from({ length: 65 }, (_, i) => `scope:@a${i}`).join(' ') },
      'token_scope_refused',
      /at most 64/,
    ],
  ];
  for (const [fields, code, detail] of cases) {
    const { status, json } = await postForm(anonymous, '/-/token', { ...GOOD, ...fields });
    assert.deepEqual([status, json.code], [ERROR_CODES[code].status, code], JSON.stringify(fields));
    assert.match(json.detail, detail);
  }
  for (const nonce of ['short', 'n'.repeat(129), 'a nonce with spaces', 'nonce-with-\u{fc}mlaut'])
    assert.match((await exchangeIdentity(anonymous, 'x', { nonce })).json.detail, /nonce: is not 16 to 128/);
});

test('an access token is no identity token, nor the other way round', async () => {
  assert.equal((await exchangeIdentity(anonymous, author.token ?? '')).json.code, 'assertion_malformed');
  for (const text of ['nonsense', 'a.b.c', `${author.token}x`, 'pri_'])
    assert.equal((await attenuate(anonymous, text)).json.code, 'subject_token_invalid');
});

test('no text of any field is a 500, or comes back with a secret', async () => {
  const { token = '' } = await registry.actorWith({ permissions: ['publish'], scopes: ['@acme'] });
  const good = { ...GOOD, subject_token: token };
  const field = fc.oneof(fc.string(), fc.constantFrom(...Object.values(TOKEN_EXCHANGE), token));
  const names = [
    'grant_type',
    'subject_token',
    'subject_token_type',
    'nonce',
    'scope',
    'expires_in',
    'audience',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...names, 'token', '__proto__', 'x'), field),
      async (fields) => {
        for (const path of ['/-/token', '/-/revoke']) {
          const { status, text } = await postForm(anonymous, path, { ...good, ...fields });
          assert.ok(status < 500, text);
          assert.ok(!text.includes(token), text);
        }
      },
    ),
    COSTLY,
  );
});
