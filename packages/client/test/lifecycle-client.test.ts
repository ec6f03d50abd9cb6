// The methods for what happens to a version after its publish: what they send, and which answers they accept.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRemoved, type RegistryClient } from '../src/index.ts';
import { serve } from './hostile-server.ts';
import { clientOf, failureOf, NAME } from './test-client.ts';
import { sendJson, sendProblem } from './wire-answers.ts';

const VERSION = '1.0.0';
const STATE = { name: NAME };
const SUCCESSOR = { name: '@acme/design', range: '^2' };

const CALLS: Record<
  string,
  readonly [(client: RegistryClient) => Promise<unknown>, string, (object | undefined)?, object?]
> = {
  lifecycle: [(client) => client.lifecycle(NAME), `GET /-/primes/${NAME}/lifecycle`],
  unyank: [
    (client) => client.unyank(NAME, VERSION),
    `DELETE /-/primes/${NAME}/1.0.0/yank`,
    undefined,
    { name: NAME, version: VERSION, yanked: false },
  ],
  deprecate: [
    (client) => client.deprecate(NAME, { range: '<2', message: 'Old', successor: SUCCESSOR }),
    `PUT /-/primes/${NAME}/deprecation`,
    { range: '<2', message: 'Old', successor: SUCCESSOR },
  ],
  undeprecate: [
    (client) => client.undeprecate(NAME, { range: '<2 || >3' }),
    `DELETE /-/primes/${NAME}/deprecation?range=%3C2+%7C%7C+%3E3`,
  ],
  setChannel: [
    (client) => client.setChannel(NAME, 'beta', VERSION),
    `PUT /-/primes/${NAME}/channels/beta`,
    { version: VERSION },
  ],
  removeChannel: [(client) => client.removeChannel(NAME, 'beta'), `DELETE /-/primes/${NAME}/channels/beta`],
  movePrime: [
    (client) => client.movePrime(NAME, '@acme/design'),
    `PUT /-/primes/${NAME}/move`,
    { to: '@acme/design' },
  ],
  moveBack: [(client) => client.moveBack(NAME), `DELETE /-/primes/${NAME}/move`],
  removeVersion: [
    (client) => client.removeVersion(NAME, VERSION, { category: 'secret', reason: 'A key' }),
    `POST /-/primes/${NAME}/1.0.0/removal`,
    { category: 'secret', reason: 'A key' },
    { name: NAME, version: VERSION, category: 'secret', removed_at: '2026-11-21T09:30:00Z' },
  ],
};

for (const [method, [call, request, body, receipt = STATE]] of Object.entries(CALLS)) {
  describe(method, () => {
    it('sends its request, and returns what the registry says', async () => {
      const bodies: string[] = [];
      await using server = await serve(async (incoming, response) => {
        bodies.push(Buffer.concat(await incoming.toArray()).toString());
        sendJson(response, receipt);
      });
      assert.deepEqual(await call(clientOf(server).client), receipt);
      assert.deepEqual(
        server.requests.map(({ method: verb, url }) => `${verb} ${url}`),
        [request],
      );
      assert.deepEqual(bodies, [body === undefined ? '' : JSON.stringify(body)]);
    });

    it('fails for an answer about another Prime, and with the code of the registry', async () => {
      await using other = await serve((_request, response) =>
        sendJson(response, { ...receipt, name: '@acme/x' }),
      );
      assert.equal((await failureOf(call(clientOf(other).client))).reason, 'malformed');
      await using refusing = await serve((_request, response) =>
        sendProblem(response, 403, { code: 'channel_protected', title: 'No' }),
      );
      assert.equal((await failureOf(call(clientOf(refusing).client))).code, 'channel_protected');
      assert.equal(refusing.requests.length, 1);
    });
  });
}

it('malformed names, channels and versions are refused before any request', async () => {
  await using server = await serve((_request, response) => sendJson(response, STATE));
  const { client } = clientOf(server);
  for (const call of [
    () => client.lifecycle('@acme/../x'),
    () => client.setChannel(NAME, '../move', VERSION),
    () => client.setChannel(NAME, 'latest', VERSION),
    () => client.setChannel(NAME, 'beta', '^1'),
    () => client.movePrime(NAME, 'design'),
    () => client.unyank(NAME, '1'),
  ])
    await assert.rejects(call, TypeError);
  assert.deepEqual(server.requests, []);
});

it('a removed version is final: it is not asked for again', async () => {
  for (const [status, code] of [
    [410, 'version_removed'],
    [451, 'version_removed_by_law'],
  ] as const) {
    await using server = await serve((_request, response) =>
      sendProblem(response, status, { code, title: 'Gone' }),
    );
    const error = await failureOf(clientOf(server).client.manifest(NAME, VERSION));
    assert.deepEqual([isRemoved(error), error.code, server.requests.length], [true, code, 1]);
  }
});

it('a publish sends its channel and its origin as parts of the form', async () => {
  let form: FormData | undefined;
  await using server = await serve(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray());
    form = await new Response(body, {
      headers: { 'content-type': incoming.headers['content-type'] ?? '' },
    }).formData();
    sendJson(response, { name: NAME, version: VERSION, sha256: 'a'.repeat(64), url: '/' }, 201);
  });
  async function* open() {
    yield Buffer.from('bytes');
  }
  const prime = { manifest: 'name: x', tarball: { sizeBytes: 5, open } };
  const promotedFrom = { registry: 'https://a.example', published_at: '2026-11-21T09:30:00Z' };
  const { client } = clientOf(server);
  await client.publish({ ...prime, channel: 'beta', promotedFrom });
  assert.deepEqual([...(form?.keys() ?? [])], ['manifest', 'channel', 'promoted-from', 'tarball']);
  assert.equal(form?.get('channel'), 'beta');
  assert.deepEqual(JSON.parse(String(form?.get('promoted-from'))), promotedFrom);
  await client.publish(prime);
  assert.deepEqual([...(form?.keys() ?? [])], ['manifest', 'tarball']);
  await assert.rejects(client.publish({ ...prime, channel: 'a"\r\nb' }), TypeError);
});
