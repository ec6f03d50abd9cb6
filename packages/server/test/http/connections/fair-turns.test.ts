// Work for clients in turns: one client's work does not delay that of another by more than a turn.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Arrivals } from '../../../src/http/connections/arrivals.ts';
import { watchConnections } from '../../../src/http/connections/connections.ts';
import { FairTurns, startInTurns } from '../../../src/http/connections/fair-turns.ts';

const socketOf = (remoteAddress: string): Socket => ({ remoteAddress }) as Socket;

function occupy(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(5);
}

function countConnections(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.getConnections((_error, count) => resolve(count));
  return promise;
}

test('the work of one client comes after few of the hundreds of another', async () => {
  const turns = new FairTurns(new Arrivals());
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  for (let index = 0; index < 200; index += 1) {
    turns.run(socketOf('192.0.2.1'), () => {
      order.push('many');
      occupy(1);
    });
  }
  turns.run(socketOf('192.0.2.2'), () => {
    order.push('one');
    resolve();
  });
  await promise;
  assert.ok(order.indexOf('one') <= 3, `${order.length - 1} came before`);
});

test('a request comes after few chunks of the many downloads of the same client', async () => {
  const turns = new FairTurns(new Arrivals());
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  for (let index = 0; index < 200; index += 1) {
    turns.run(socketOf('192.0.2.1'), () => order.push('chunk'), 'chunk');
  }
  turns.run(socketOf('192.0.2.1'), () => {
    order.push('request');
    resolve();
  });
  await promise;
  assert.ok(order.indexOf('request') <= 3, `${order.length - 1} came before`);
});

test('all addresses of an IPv6 network are one client', async () => {
  const turns = new FairTurns(new Arrivals());
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  for (let index = 0; index < 50; index += 1) {
    turns.run(socketOf(`2001:db8::${index.toString(16)}`), () => order.push('many'));
  }
  turns.run(socketOf('2001:db8:1::1'), () => {
    order.push('one');
    resolve();
  });
  await promise;
  assert.ok(order.indexOf('one') <= 3, `${order.length - 1} came before`);
});

test('other events are handled between long work', async () => {
  const turns = new FairTurns(new Arrivals());
  let done = 0;
  let doneAtTimer: number | undefined;
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(() => {
    doneAtTimer = done;
  }, 1);
  for (let index = 0; index < 20; index += 1) {
    turns.run(socketOf('192.0.2.1'), () => {
      occupy(15);
      done += 1;
      if (done === 20) resolve();
    });
  }
  await promise;
  assert.ok(doneAtTimer !== undefined && doneAtTimer <= 3, `a timer came after ${doneAtTimer}`);
});

test('while connections arrive, waiting work waits, but not for ever', async () => {
  const server = new EventEmitter();
  const arrivals = new Arrivals();
  arrivals.watch(server as Server);
  assert.equal(arrivals.mustWait(), false);
  server.emit('connection');
  assert.equal(arrivals.mustWait(), true);
  occupy(25);
  assert.equal(arrivals.mustWait(), false);
});

test('a request whose client has gone is not started, and does not count as in flight', async (t) => {
  const server = createServer();
  const { countInFlight } = watchConnections(server);
  let started = 0;
  server.on('request', (_request, response) => {
    started += 1;
    response.end();
  });
  let mustWait = true;
  const turns = new FairTurns({ mustWait: () => mustWait } as Arrivals);
  startInTurns(server, turns);
  // The second one waits, and so does all that comes after it.
  for (let index = 0; index < 2; index += 1) turns.run(socketOf('192.0.2.1'), () => undefined);
  server.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: 10 }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: registry\r\n\r\n');
  await until(() => turns.waiting === 11);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await countConnections(server)) === 0);
  mustWait = false;
  await until(() => turns.waiting === 0);
  assert.equal(started, 0);
  assert.equal(countInFlight(), 0);
});
