// What a receiver gets, and what its answers mean.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ProxyRules } from '@prime-registry/network';
import type { Outcome } from '../../src/events/attempt.ts';
import { openReceiver } from '../../src/events/send-message.ts';
import { makeWebhookSecret } from '../../src/events/webhook-secrets.ts';
import { startReceiver, status, type TestReceiver, verify } from './receiver.ts';

const SECRET = makeWebhookSecret();
const BODY = '{"type":"ping","timestamp":"2026-11-21T00:00:00Z","data":{}}';

/** Sends one message. */
async function send(url: string, secrets = [SECRET], nowMs = Date.now()): Promise<Outcome> {
  const receiver = openReceiver({ url, allowsPrivateAddresses: true });
  try {
    return await receiver.send({ id: 'msg_1', body: BODY }, secrets, nowMs);
  } finally {
    await receiver.close();
  }
}

async function received(t: TestContext, secrets: readonly string[], nowMs?: number) {
  const receiver = await startReceiver(t);
  assert.deepEqual(await send(receiver.url, [...secrets], nowMs), { kind: 'delivered', status: '204' });
  const [message] = receiver.messages;
  assert.ok(message);
  return message;
}

test('the reference library accepts a message, with either secret of a rotation, and nothing else', async (t) => {
  const other = makeWebhookSecret();
  const message = await received(t, [SECRET, other]);
  assert.equal(message.headers['content-type'], 'application/json');
  assert.equal(message.id, 'msg_1');
  assert.equal(message.body, BODY);
  verify(SECRET, message);
  verify(other, message);
  assert.throws(() => verify(makeWebhookSecret(), message), /No matching signature found/);
  const changed = { ...message, body: BODY.replace('ping', 'pong') };
  assert.throws(() => verify(SECRET, changed), /No matching signature found/);
  const repeated = { ...message, headers: { ...message.headers, 'webhook-id': 'msg_2' } };
  assert.throws(() => verify(SECRET, repeated), /No matching signature found/);
});

test('the time of the attempt is signed: after five minutes a message is not accepted', async (t) => {
  verify(SECRET, await received(t, [SECRET], Date.now() - 240_000));
  const old = await received(t, [SECRET], Date.now() - 400_000);
  assert.throws(() => verify(SECRET, old), /Message timestamp too old/);
});

const answers: readonly (readonly [number, Record<string, string>, Outcome])[] = [
  [200, {}, { kind: 'delivered', status: '200' }],
  [410, {}, { kind: 'gone', status: '410' }],
  [404, {}, { kind: 'failed', status: '404', waitMs: 0 }],
  [500, {}, { kind: 'failed', status: '500', waitMs: 0 }],
  [503, { 'retry-after': '120' }, { kind: 'failed', status: '503', waitMs: 120_000 }],
  [429, {}, { kind: 'failed', status: '429', waitMs: 60_000 }],
  [502, {}, { kind: 'failed', status: '502', waitMs: 60_000 }],
  [504, { 'retry-after': 'soon' }, { kind: 'failed', status: '504', waitMs: 60_000 }],
];
for (const [code, headers, outcome] of answers)
  test(`an answer ${code} ${JSON.stringify(headers)} is ${outcome.kind}`, async (t) => {
    const receiver = await startReceiver(t);
    receiver.answer = status(code, headers);
    assert.deepEqual(await send(receiver.url), outcome);
  });

test('a redirect is not followed', async (t) => {
  const elsewhere = await startReceiver(t);
  const receiver = await startReceiver(t);
  for (const code of [301, 302, 303, 307, 308]) {
    receiver.answer = status(code, { location: elsewhere.url });
    const outcome = await send(receiver.url);
    assert.equal(outcome.kind, 'failed');
    assert.equal(outcome.status, `${code}, a redirect, which is not followed`);
  }
  assert.equal(elsewhere.messages.length, 0);
});

test('a receiver that dies, refuses connections or has no name is explained', async (t) => {
  const receiver = await startReceiver(t);
  receiver.answer = (_message, response) => response.destroy();
  assert.equal((await send(receiver.url)).status, 'it closed the connection');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  assert.equal((await send(`http://127.0.0.1:${port}`)).status, 'it refuses connections');
  const { status: reason } = await send('http://nobody.invalid/');
  assert.match(reason, /^its host name (is unknown|cannot be resolved at the moment)$/);
});

test('an endless answer is not read', async (t) => {
  const receiver = await startReceiver(t);
  receiver.answer = (_message, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
    response.on('close', () => clearInterval(timer));
  };
  assert.deepEqual(await send(receiver.url), { kind: 'delivered', status: '200' });
});

test('a private address is only reached if that is allowed', async (t) => {
  const receiver = await startReceiver(t);
  const { port } = new URL(receiver.url);
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]']) {
    const closed = openReceiver(
      { url: `http://${host}:${port}/in`, allowsPrivateAddresses: false },
      { proxies: new ProxyRules({}) },
    );
    const outcome = await closed.send({ id: 'msg_1', body: BODY }, [SECRET], Date.now());
    await closed.close();
    assert.equal(outcome.kind, 'failed');
    assert.match(
      outcome.status,
      /has a private address; add the webhook with --allow-private-addresses to allow it$/,
    );
  }
  assert.equal(receiver.messages.length, 0);
});

test('connections end with the receiver', async (t) => {
  const hanging: TestReceiver = await startReceiver(t);
  const arrived = Promise.withResolvers<void>();
  hanging.answer = () => arrived.resolve();
  const receiver = openReceiver({ url: hanging.url, allowsPrivateAddresses: true });
  const sending = receiver.send({ id: 'msg_1', body: BODY }, [SECRET], Date.now());
  await arrived.promise;
  await receiver.close();
  assert.equal((await sending).kind, 'failed');
});
