// The share of time that reads of a suspect network get.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { SuspectReads } from '../../../src/http/connections/suspect-reads.ts';

/** A connection that is read at once when it may send. */
function sender(
  reads: SuspectReads,
  bytes: number,
): { readonly socket: Socket; readonly isRead: () => boolean } {
  const socket = { bytesRead: 0, destroyed: false, pause() {}, isPaused: () => true, emit() {} };
  reads.add(socket as unknown as Socket, () => {
    socket.bytesRead = bytes;
  });
  return { socket: socket as unknown as Socket, isRead: () => socket.bytesRead > 0 };
}

test('after a turn with a large read, the next read waits three times as long', () => {
  const reads = new SuspectReads(60_000);
  const [first, second] = [sender(reads, 64 * 1024), sender(reads, 64 * 1024)];
  assert.equal(reads.turn(1000, false), 0);
  assert.ok(first.isRead());
  // The turn took 20 ms.
  assert.equal(reads.turn(1020, false), 60);
  assert.ok(!second.isRead());
  assert.equal(reads.turn(1030, false), 50);
  assert.ok(!second.isRead());
  reads.turn(1080, false);
  assert.ok(second.isRead());
});

test('after small reads, the next ones do not wait', () => {
  const reads = new SuspectReads(60_000);
  const senders = Array.from({ length: 4 }, () => sender(reads, 100));
  reads.turn(1000, false);
  assert.equal(reads.turn(1020, false), 0);
  assert.equal(senders.filter(({ isRead }) => isRead()).length, 3);
});
