// A database from before usage was counted has the counts of what it holds.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { insert, yank } from '@prime-registry/testkit/versions';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { DROP_LATER_TABLES, LATER_MIGRATIONS } from './drop-later-tables.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-usage-'));
after(() => rm(folder, { recursive: true }));

// More scopes than are inserted at once.
const SCOPES = 600;

test('usage is counted from the versions that are there', async () => {
  const file = join(folder, 'registry.sqlite');
  const store = await openSqliteStore(file);
  const scopes = Array.from({ length: SCOPES }, (_, index) => `@scope-${index}`);
  for (const scope of scopes) await insert(store, { name: `${scope}/one`, version: '1.0.0' });
  for (const version of ['1.0.0', '2.0.0']) await insert(store, { name: '@scope-7/two', version });
  await yank(store, '1.0.0', undefined, '@scope-7/two');
  const countAll = () => Promise.all([...scopes, '@none'].map((scope) => store.findScopeUsage(scope)));
  const expected = await countAll();
  assert.equal(expected[7]?.versions, 3);
  assert.ok((expected[7]?.sizeBytes ?? 0) > (expected[8]?.sizeBytes ?? 0));
  await store.close();

  const database = new DatabaseSync(file);
  database.exec(`
    drop table scope_usage;
    ${DROP_LATER_TABLES}
    alter table tokens drop column last_used_at_ms;
    delete from kysely_migration where name >= '0005';
  `);
  database.close();
  const reopened = await openSqliteStore(file);
  assert.deepEqual(reopened.migration, { applied: ['0005-usage', ...LATER_MIGRATIONS], isNew: false });
  const counted = await Promise.all([...scopes, '@none'].map((scope) => reopened.findScopeUsage(scope)));
  assert.deepEqual(counted, expected);
  for (const scope of scopes)
    assert.ok((await reopened.listPublishes({ scope }, 1)).length > 0, `what was published in ${scope}`);
  await insert(reopened, { name: '@scope-7/two', version: '3.0.0' });
  assert.equal((await reopened.findScopeUsage('@scope-7')).versions, 4);
  await reopened.close();
});
