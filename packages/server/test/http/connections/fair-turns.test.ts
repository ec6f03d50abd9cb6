// Work for clients in turns: one client's work does not delay that of another by more than a turn.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { Arrivals } from '../../../src/http/connections/arrivals.ts';
import { FairTurns } from '../../../src/http/connections/fair-turns.ts';

const socketOf = (remoteAddress: string): Socket => ({ remoteAddress }) as Socket;

function occupy(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
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
