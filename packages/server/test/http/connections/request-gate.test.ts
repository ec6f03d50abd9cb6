// Too many requests in flight: further ones are refused, health is answered.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { Arrivals } from '../../../src/http/connections/arrivals.ts';
import { ReadTurns } from '../../../src/http/connections/read-turns.ts';
import { gateRequests } from '../../../src/http/connections/request-gate.ts';

test('above 4,096 requests in flight, all but health get a 503', async (t) => {
  let inFlight = 4095;
  const server = createServer((_request, response) => response.end('handled'));
  gateRequests(server, new ReadTurns(new Arrivals()), () => inFlight);
  server.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  assert.equal(await (await get('/pack/@a/b')).text(), 'handled');
  inFlight += 1;
  const refused = await get('/pack/@a/b');
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('connection'), 'close');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  const { code, detail } = (await refused.json()) as { code: string; detail: string };
  assert.deepEqual(
    [code, detail],
    ['overloaded', 'There are too many requests in flight. Try again in a moment.'],
  );
  assert.equal(await (await get('/-/health/live')).text(), 'handled');
});

const REQUEST = 'GET / HTTP/1.1\r\nHost: registry\r\n\r\n';
const TWO_HOSTS = 'GET / HTTP/1.1\r\nHost: registry\r\nHost: other\r\n\r\n';

for (const { title, sent, expected } of [
  { title: 'behind too many of them in one read', sent: REQUEST.repeat(500), expected: 33 },
  { title: 'behind one with two hosts', sent: TWO_HOSTS + REQUEST.repeat(499), expected: 2 },
])
  test(`nothing is made of the requests ${title}`, async (t) => {
    const server = createServer((_request, response) => response.end('handled'));
    let seen = 0;
    gateRequests(server, new ReadTurns(new Arrivals()), () => 0);
    server.on('request', () => {
      seen += 1;
    });
    server.on('clientError', (_error, socket) => socket.end());
    server.listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1');
    client.resume().on('error', () => {});
    client.write(sent);
    await once(client, 'close');
    assert.equal(seen, expected);
    // Node.js uses the same parser for another connection.
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'handled');
  });
