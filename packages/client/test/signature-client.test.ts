// The methods for signatures and signers: what they send, and which answers they accept.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RegistryClient } from '../src/index.ts';
import { layOutForm } from '../src/publish/publish-form.ts';
import { serve } from './hostile-server.ts';
import { clientOf, failureOf, NAME } from './test-client.ts';
import { MANIFEST, sendJson } from './wire-answers.ts';

const FINGERPRINT = 'SHA256:ilLscTNEqImiTHXrfpOImzTxQPrX+l2Pt3FZf4oCz/0';
const KEY = 'ssh-ed25519 AAAA';
const SIGNATURE = { fingerprint: FINGERPRINT, signature: '-----BEGIN…', signed_at: '2026-11-21T09:30:00Z' };
const SIGNERS = {
  scope: '@acme',
  require_signature: true,
  signers: [{ fingerprint: FINGERPRINT, key: KEY, since_index: 3 }],
};
const SIGNER_PATH = '/-/scopes/@acme/signers/ilLscTNEqImiTHXrfpOImzTxQPrX-l2Pt3FZf4oCz_0';

const CALLS: Record<
  string,
  readonly [(client: RegistryClient) => Promise<unknown>, string, object | undefined, object, unknown?]
> = {
  signatures: [
    (client) => client.signatures(NAME, '1.0.0'),
    `GET /-/primes/${NAME}/1.0.0/signatures`,
    undefined,
    { signatures: [SIGNATURE] },
    [SIGNATURE],
  ],
  addSignature: [
    (client) => client.addSignature(NAME, '1.0.0', 'armored'),
    `POST /-/primes/${NAME}/1.0.0/signatures`,
    { signature: 'armored' },
    { signatures: [SIGNATURE] },
    [SIGNATURE],
  ],
  scopeSigners: [(client) => client.scopeSigners('@acme'), 'GET /-/scopes/@acme/signers', undefined, SIGNERS],
  addScopeSigner: [
    (client) => client.addScopeSigner('@acme', { fingerprint: FINGERPRINT, key: KEY, principal: 'ada' }),
    `PUT ${SIGNER_PATH}`,
    { key: KEY, principal: 'ada' },
    SIGNERS,
  ],
  removeScopeSigner: [
    (client) => client.removeScopeSigner('@acme', FINGERPRINT),
    `DELETE ${SIGNER_PATH}`,
    undefined,
    SIGNERS,
  ],
  setSigningPolicy: [
    (client) => client.setSigningPolicy('@acme', false),
    'PUT /-/scopes/@acme/signing-policy',
    { require_signature: false },
    SIGNERS,
  ],
};

for (const [method, [call, request, body, answer, result = answer]] of Object.entries(CALLS)) {
  describe(method, () => {
    it('sends its request, and returns what the registry says', async () => {
      const bodies: string[] = [];
      await using server = await serve(async (incoming, response) => {
        bodies.push(Buffer.concat(await incoming.toArray()).toString());
        sendJson(response, answer);
      });
      assert.deepEqual(await call(clientOf(server).client), result);
      assert.deepEqual(
        server.requests.map(({ method: verb, url }) => `${verb} ${url}`),
        [request],
      );
      assert.deepEqual(bodies, [body === undefined ? '' : JSON.stringify(body)]);
    });

    it('refuses an answer of another shape', async () => {
      await using server = await serve((_, response) =>
        sendJson(response, { signatures: [1], signers: 'all' }),
      );
      assert.equal((await failureOf(call(clientOf(server).client))).reason, 'malformed');
    });
  });
}

it('a registry can send more signatures than anybody reads', async () => {
  const signatures = Array.from({ length: 1000 }, () => SIGNATURE);
  await using server = await serve((_, response) => sendJson(response, { signatures }));
  assert.equal((await clientOf(server).client.signatures(NAME, '1.0.0')).length, 64);
});

it('a form has several parts of one name, in their order', async () => {
  const { head, tail, contentType } = layOutForm('a', 0, [
    ['signature', 'one'],
    ['signature', 'two'],
  ]);
  const body = new Response(Buffer.concat([head, tail]), { headers: { 'content-type': contentType } });
  assert.deepEqual((await body.formData()).getAll('signature'), ['one', 'two']);
});

it('a manifest says who has signed, and what is malformed in it is left out', async () => {
  const signed_by = [FINGERPRINT, 3, null];
  const answers = [
    { ...MANIFEST, signed_by },
    { ...MANIFEST, signed_by: 'all', provenance: [] },
  ];
  await using server = await serve((_, response) => sendJson(response, answers.shift()));
  const { client } = clientOf(server);
  assert.deepEqual((await client.manifest(NAME, '1.0.0')).signed_by, [FINGERPRINT]);
  const plain = await client.manifest(NAME, '1.0.0');
  assert.deepEqual([plain.signed_by, plain.provenance], [undefined, undefined]);
});
