// A log in memory, for tests of its readers.
import { encodeLogEntry, type LogEntry } from '@prime-registry/protocol';
import type { LogName } from '@prime-registry/store';
import type { ChangeLog } from '../../../src/actions/changes/change-place.ts';

export const LOG_ID = '7f3a9c0d1e2b4a56';
const AT = '2026-11-21T09:30:00Z';
const SHA256 = 'ab'.repeat(32);

/** A log whose entries a test adds and takes away. */
export interface FakeLog extends ChangeLog {
  readonly entries: Uint8Array[];
  /** The change stamp of the store. */
  readonly changeStamp: () => number;
  /** How often it was asked. */
  readonly asked: { heads: number; stamps: number; entries: number };
  publish(...names: readonly string[]): void;
  yank(name: string, version?: string): void;
  /** What a restore does: the log ends earlier. Without a new id, nobody has told the log. */
  restoreTo(size: number, newId?: string): void;
}

/** Makes a log with its first entry. */
export function fakeLog(): FakeLog {
  const entries: Uint8Array[] = [];
  const ended: LogName[] = [];
  let logId = LOG_ID;
  const asked = { heads: 0, stamps: 0, entries: 0 };
  let commits = 0;
  const append = (entry: LogEntry): void => {
    entries.push(encodeLogEntry(entry));
    commits += 1;
  };
  append({ v: 1, type: 'begin', at: AT, by: 'registry', log: LOG_ID });
  return {
    entries,
    asked,
    changeStamp() {
      asked.stamps += 1;
      return commits;
    },
    async readLogHead() {
      asked.heads += 1;
      return { logId, edge: { size: entries.length, hashes: [] }, halted: undefined, server: '' };
    },
    async listLogEntries(from, limit) {
      asked.entries += 1;
      return entries.slice(from, from + limit);
    },
    listLogNames: async () => ended,
    publish(...names) {
      for (const name of names)
        append({
          ...{ v: 1, type: 'publish', at: AT, by: 'e7d742cc9af2', name, version: `1.0.${entries.length}` },
          ...{ sha256: SHA256, size: 10, manifest_sha256: SHA256 },
        });
    },
    yank: (name, version = '1.0.0') =>
      append({ v: 1, type: 'yank', at: AT, by: 'e7d742cc9af2', name, version, reason: 'wrong' }),
    restoreTo(size, newId = logId) {
      entries.length = size;
      const name = { origin: 'a', vkey: 'a', beganAtSize: 0, atMs: 0, reason: undefined };
      if (newId !== logId) ended.push({ ...name, logId, endedAtSize: size });
      logId = newId;
      commits += 1;
    },
  };
}
