// The list of the versions of a Prime with more than are read at once is complete, and others have their turn in between.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { getValue, parseVersion, precedenceKey } from '@prime-registry/protocol';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-versions-'));
after(() => rm(folder, { recursive: true }));

const NAME = '@acme/many';
const VERSIONS = 6000;
const INSERT = `insert into versions (prime_id, version, identity, precedence, is_prerelease, published_at_ms,
    published_by, sha256, size_bytes, description, license, prime_version, atoms, namespaces, tags, source_manifest, scope)
  values (1, :version, :version, :precedence, :isPrerelease, 0, 'a', 'a', 1, '', '', '', 0, '[]', '[]', x'', '@acme')`;

test('a long list is read in pages, stable versions and prereleases in their order', async () => {
  const file = join(folder, 'registry.sqlite');
  const store = await openSqliteStore(file);
  const versions = Array.from(
    { length: VERSIONS },
    (_, index) => `1.${index}.0${index % 100 === 7 ? '-rc.1' : ''}`,
  );
  const database = new DatabaseSync(file);
  database.exec(`insert into primes (id, name, created_at_ms) values (1, '${NAME}', 0)`);
  const insert = database.prepare(INSERT);
  database.exec('begin');
  for (const version of versions) {
    const isPrerelease = version.includes('-') ? 1 : 0;
    const precedence = precedenceKey(getValue(parseVersion(version)));
    insert.run({ version, precedence, isPrerelease });
  }
  database.exec('commit');
  database.close();
  let turns = 0;
  let isRead = false;
  const counting = (async () => {
    for (; !isRead; turns += 1) await setImmediate();
  })();
  const summaries = await store.listVersionSummaries(NAME);
  isRead = true;
  await counting;
  assert.deepEqual(
    summaries.map(({ version }) => version),
    versions.toReversed(),
  );
  assert.ok(turns >= 2, `${turns} turns`);
  await store.close();
});
