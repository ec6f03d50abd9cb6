// Workers that start for the first time at once sign with one key.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { MarkStore } from '@prime-registry/blobs';
import { type LogParts, type OpenedLog, openLog } from '../../src/wiring/log/open-log.ts';
import { MemoryLog } from './memory-log.ts';

const NO_MARKS: MarkStore = { readMark: async () => undefined, writeMark: async () => undefined };

async function makeFolder() {
  const path = await mkdtemp(join(tmpdir(), 'prime-registry-open-log-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** A database without a log. @param before - called before each use of it */
function storeOf(log: MemoryLog, before: () => Promise<void>): LogParts['store'] {
  const after =
    <Values extends readonly unknown[], Result>(use: (...values: Values) => Promise<Result>) =>
    async (...values: Values): Promise<Result> => {
      await before();
      return use(...values);
    };
  const { readLogHead, readLogHashes, listLogNames, haltLog } = log.store;
  return {
    ...{ readLogHashes, haltLog },
    readLogHead: after(readLogHead),
    listLogNames: after(listLogNames),
    beginLogName: after(async ({ origin, vkey, atMs, reason, after: current }) => {
      if (log.names.at(-1)?.vkey !== current) return false;
      const { logId } = log;
      log.names.push({ ...{ logId, origin, vkey, atMs, reason }, beganAtSize: 0, endedAtSize: undefined });
      return true;
    }),
  };
}

/** Opens the log twice; the second time is complete before use number `at` of the database by the first one. */
async function openTwice(at: number) {
  await using folder = await makeFolder();
  const dataFolder = folder.path;
  const log = new MemoryLog();
  const warnings: string[] = [];
  const open = (before: () => Promise<void>): Promise<OpenedLog | undefined> =>
    openLog(
      { dataFolder, database: '', logKeyFile: '', log: 'on', publicUrl: '' },
      {
        ...{ store: storeOf(log, before), marks: NO_MARKS, now: () => 0 },
        warn: (_fields, message) => warnings.push(message),
      },
    );
  let uses = 0;
  let second: OpenedLog | undefined;
  const first = await open(async () => {
    uses += 1;
    if (uses === at) second = await open(async () => undefined);
  });
  return { first, second, uses, warnings };
}

test('of two workers at the first start, whenever the second one comes, both sign with the same key', async () => {
  for (let at = 1, last = 1; at <= last; at += 1) {
    const { first, second, uses, warnings } = await openTwice(at);
    assert.deepEqual(warnings, [], `before use ${at}`);
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(first.signer.vkeys.length, 1);
    assert.deepEqual(first.signer.vkeys, second.signer.vkeys);
    // Fewer, if the second one has done the work of the first.
    last = Math.max(last, uses);
  }
});
