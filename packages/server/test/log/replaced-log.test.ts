// A process that is asked for nothing but full tiles, which no commit of its log changes, notices that there is another log.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import type { LogEntry } from '@prime-registry/protocol';
import { eventually, startRegistry } from '@prime-registry/testkit';
import { restartLog } from '../../src/log/restart-log.ts';

const registry = await startRegistry();
after(() => registry.stop());

const TILES = ['/-/log/tile/entries/000', '/-/log/tile/0/000'];
const entry: LogEntry = {
  ...{ v: 1, type: 'undeprecate', at: '2026-01-02T03:04:05Z', by: 'operator' },
  ...{ name: '@acme/web-style', range: '*' },
};

/** Another process puts back an older database, and others publish into it. */
function replaceEntries(): void {
  const database = new DatabaseSync(join(registry.dataFolder, 'registry.sqlite'));
  database.exec(`
    drop trigger log_entries_no_update;
    update log_entries set entry = replace(cast(entry as text), 'web-style', 'web-shape') where entry_index = 100;
  `);
  database.close();
}

test('tiles that were kept are forgotten, also by a process that is asked for nothing else', async () => {
  await registry.store.appendToLog(Array.from({ length: 260 }, () => entry));
  const read = async () => {
    const tiles = [];
    for (const path of TILES) tiles.push((await registry.anonymous.get(path)).text);
    return tiles;
  };
  const before = await read();
  replaceEntries();
  const key = { seed: new Uint8Array(32) };
  const order = { publicUrl: '', key, reason: 'an older database', lastSigned: undefined };
  await restartLog({ store: registry.store, now: Date.now }, order);
  await eventually(async () => {
    const now = await read();
    for (const [index, path] of TILES.entries())
      assert.ok(now[index] !== before[index], `${path} is the old one`);
  });
});
