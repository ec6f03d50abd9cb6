// The keys of what atoms say, in a database whose program had none.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { contentKeyOf } from '@prime-registry/atoms';
import { openSqliteStore } from '@prime-registry/store/sqlite';
import { inventoryOf } from '@prime-registry/testkit';
import { insert } from '@prime-registry/testkit/versions';
import { Kysely } from 'kysely';
import { contentKeys } from '../../src/migrations/0025-content-keys.ts';
import { SQLITE_TYPES } from '../../src/migrations/column-types.ts';
import { nodeSqliteDialect } from '../../src/sqlite/node-sqlite-dialect.ts';

const WITHOUT_KEYS = `
  drop index latest_atoms_by_content;
  alter table latest_atoms drop column content_key;
  alter table atom_contents drop column content_key`;

test('an upgrade gives atoms the keys that publishes give them', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'content-keys-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'registry.sqlite');
  const inventory = await inventoryOf([
    { id: '@acme/rule-a', description: 'Says one thing', edges: { requires: ['@acme/rule-b'] } },
    { id: '@acme/rule-b', kind: 'fact', description: 'Says another thing' },
  ]);
  const keys = inventory.atoms.flatMap((atom) => contentKeyOf(atom) ?? []);
  assert.equal(new Set(keys).size, 2);
  const store = await openSqliteStore(file);
  assert.equal(await insert(store, { inventory }), true);
  const published = await store.findCopies(keys);
  await store.close();

  const database = new DatabaseSync(file);
  database.exec(WITHOUT_KEYS);
  await contentKeys(SQLITE_TYPES).up(new Kysely({ dialect: nodeSqliteDialect(database) }));
  database.close();
  const upgraded = await openSqliteStore(file);
  t.after(() => upgraded.close());
  assert.equal(published.size, 2);
  assert.deepEqual(await upgraded.findCopies(keys), published);
});
