// Reads the log of a store as a client would: whole, and only what its tree proves.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { type LogEntry, parseLogEntry } from '@prime-registry/protocol';
import type { LoggedEntry, LogStore } from '@prime-registry/store';
import {
  appendLeaves,
  EMPTY_EDGE,
  leafHash,
  proveInclusion,
  readEdge,
  rootOf,
  type Sha256,
  verifyInclusion,
} from '@prime-registry/tlog';

export const sha256: Sha256 = (...parts) => hash('sha256', Buffer.concat(parts), 'buffer');

/** All entries. The tree of the store must be theirs. */
export async function readWholeLog(store: LogStore): Promise<LogEntry[]> {
  const { edge } = await store.readLogHead();
  const entries = await store.listLogEntries(0, edge.size + 1);
  assert.equal(entries.length, edge.size);
  const leaves = entries.map((entry) => leafHash(sha256, entry));
  const root = toHex(rootOf(sha256, appendLeaves(sha256, EMPTY_EDGE, leaves).edge));
  assert.equal(toHex(rootOf(sha256, edge)), root);
  // From the stored nodes, as the tiles of a server.
  const fromNodes = await readEdge(sha256, store.readLogHashes, edge.size);
  assert.equal(toHex(rootOf(sha256, fromNodes)), root);
  return entries.map((entry) => parseLogEntry(entry) as LogEntry);
}

/** What the entries say, without the first one and without what all have. */
export async function readActs(store: LogStore) {
  const [begin, ...acts] = await readWholeLog(store);
  if (begin !== undefined) assert.equal(begin.type, 'begin');
  return acts.map(({ v, at, by, ...said }) => said);
}

/** Fails unless the store has the entry, and the proof leads from it to the root of its head. */
export async function assertLogged(store: LogStore, logged: LoggedEntry): Promise<void> {
  const { index, entry, head, proof } = logged;
  const [stored] = await store.listLogEntries(index, 1);
  assert.deepEqual(Buffer.from(stored ?? []), Buffer.from(entry));
  const { size } = head.edge;
  const claim = { index, size, leaf: leafHash(sha256, entry), root: rootOf(sha256, head.edge) };
  assert.ok(verifyInclusion(sha256, { ...claim, proof }), `the proof of #${index} in ${size}`);
  const read = await proveInclusion(sha256, store.readLogHashes, index, size);
  assert.deepEqual(read.map(toHex), proof.map(toHex));
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
