// The change stamp on PostgreSQL, for callers at the same time.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { query, sharedPostgres } from '@prime-registry/testkit/postgres';
import { createStampReader } from '../../src/postgres/stamp-reader.ts';
import { createMigratedDatabase } from './migrated-database.ts';

await sharedPostgres();
const url = await createMigratedDatabase();
const stamps = createStampReader(url);
const warnings: Error[] = [];
const keep = (warning: Error): void => void warnings.push(warning);
process.on('warning', keep);
after(async () => {
  process.off('warning', keep);
  await stamps.end();
});

test('callers at the same time share a query, and each sees what was committed before the call', async () => {
  await query(
    url,
    'insert into commit_counts (id, count) values (0, 1) on conflict (id) do update set count = 1',
  );
  const before = await stamps.read();
  const early = stamps.read();
  await query(url, 'update commit_counts set count = count + 1 where id = 0');
  const reads = await Promise.all([early, ...Array.from({ length: 20 }, () => stamps.read())]);
  assert.deepEqual(new Set(reads.slice(1)), new Set([before + 1]));
  await setImmediate();
  // pg warns of a query during another one of the same connection.
  assert.deepEqual(warnings, []);
});
