// A database of a later version is not changed, and the operator learns which version it needs.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openStore } from 'prime-registry';

test('says which version of the program is needed', async (t) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
  t.after(() => rm(dataFolder, { recursive: true }));
  await (await openStore({ dataFolder })).close();
  const database = new DatabaseSync(join(dataFolder, 'registry.sqlite'));
  database.exec(
    "insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00Z')",
  );
  database.close();
  // The command prints the cause, which an operator may see and a client may not.
  await assert.rejects(openStore({ dataFolder }), ({ cause }: Error) =>
    /made by a newer prime-registry \(it has 9999-later\)/.test(String(cause)),
  );
});
