// First reads of connections: few at a time for one client, so that what they send does not arrive all at once.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { Arrivals } from '../../../src/http/connections/arrivals.ts';
import { ReadTurns } from '../../../src/http/connections/read-turns.ts';
import { gateRequests } from '../../../src/http/connections/request-gate.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: registry\r\n\r\n';

interface Started {
  readonly port: number;
  /** The most requests that arrived in one turn of the event loop. */
  readonly mostInTurn: () => number;
}

async function start(t: TestContext): Promise<Started> {
  let inTurn = 0;
  let most = 0;
  const server = createServer((_request, response) => {
    if (inTurn === 0) {
      setImmediate(() => {
        inTurn = 0;
      });
    }
    inTurn += 1;
    most = Math.max(most, inTurn);
    response.end('answered');
  });
  gateRequests(server, new ReadTurns(new Arrivals()), () => 0);
  server.listen(0, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, mostInTurn: () => most };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket): Promise<void> {
  socket.write(REQUEST);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
}

async function misbehave(port: number): Promise<void> {
  const pipelined = await open(port);
  pipelined.resume().write(REQUEST.repeat(100));
  await once(pipelined, 'close');
}

test('connections of a network that pipelined too much do not get all read at once', async (t) => {
  const { port, mostInTurn } = await start(t);
  await misbehave(port);
  const sockets = await Promise.all(Array.from({ length: 60 }, () => open(port)));
  t.after(() => sockets.forEach((socket) => void socket.destroy()));
  // A new connection is served next to those that are silent.
  const fresh = await open(port);
  await ask(fresh);
  await Promise.all(sockets.map((socket) => ask(socket)));
  assert.ok(mostInTurn() <= 8, `${mostInTurn()} requests arrived in one turn`);
  // From now on, they are read like all others.
  await Promise.all([fresh, ...sockets].map((socket) => ask(socket)));
  fresh.destroy();
});

test('after a client pipelined too many requests, its network waits before every request, and is served', async (t) => {
  const { port, mostInTurn } = await start(t);
  const sockets = await Promise.all(Array.from({ length: 30 }, () => open(port)));
  t.after(() => sockets.forEach((socket) => void socket.destroy()));
  await misbehave(port);
  for (let round = 0; round < 3; round += 1) await Promise.all(sockets.map((socket) => ask(socket)));
  assert.ok(mostInTurn() <= 8, `${mostInTurn()} requests arrived in one turn`);
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  for (let round = 0; round < 3; round += 1) {
    const [answer] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage];
    assert.equal(await text(answer), 'answered');
  }
});
