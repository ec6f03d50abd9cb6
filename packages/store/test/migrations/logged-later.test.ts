// Versions from before the log, while a server brings them into it: they are served as ever, and proved when they are in.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { eventually, expectProblem } from '@prime-registry/testkit';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';
import { listFixtures, restoreFixture } from './fixtures.ts';
import { serveHere } from './serve-upgraded.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-registry-logged-later-'));
after(() => rm(folder, { recursive: true }));
const fixture = (await listFixtures('sqlite')).find(({ name }) => name === '0024-latest-edges');

test('an older version is not logged yet, then in the log as imported', async () => {
  assert.ok(fixture);
  const registry = await restoreFixture(fixture, join(folder, 'registry'));
  const file = join(registry.dataFolder, 'registry.sqlite');
  // A halted log takes nothing in until it goes on.
  const store = await openSqliteStore(file);
  await store.haltLog('for a test');
  const { versions, tokens } = fixture.recording;
  const [version] = versions.filter(({ origin }) => origin === undefined);
  const admin = tokens.find(({ name, status }) => name === 'admin' && status === 'active');
  assert.ok(version && admin);
  const served = await serveHere(registry, undefined);
  try {
    const reader = served.actorWith(admin.secret);
    const path = `/-/primes/${version.name}/${encodeURIComponent(version.version)}/proof`;
    const early = await reader.get(path);
    expectProblem(early, 'not_logged_yet');
    assert.equal(early.headers.get('retry-after'), '60');
    assert.equal((await reader.get(`/pack/${version.name}/${version.version}`)).json.sha256, version.sha256);
    const { backfill } = (await reader.get('/-/log')).json;
    assert.equal(backfill.done, 0);
    assert.ok(backfill.of >= versions.length);
    assert.match((await reader.get('/-/log', { accept: 'text/html' })).text, /still being brought in/);
    assert.match(
      (await reader.get('/-/metrics')).text,
      new RegExp(`^prime_registry_log_backfill_remaining ${backfill.of}$`, 'm'),
    );

    await store.resumeLog();
    await eventually(async () => assert.equal((await reader.get(path)).status, 200));
    const { text } = await reader.get(path);
    const entry = JSON.parse(Buffer.from(/^extra (.*)$/m.exec(text)?.[1] ?? '', 'base64').toString());
    const { type, name, version: imported, sha256 } = entry;
    const { name: given, version: number, sha256: digest } = version;
    assert.deepEqual(
      { type, name, imported, sha256 },
      { type: 'import', name: given, imported: number, sha256: digest },
    );
    for (const each of versions) {
      const proof = await reader.get(`/-/primes/${each.name}/${encodeURIComponent(each.version)}/proof`);
      assert.equal(proof.status, 200, `${each.name} ${each.version}`);
    }
    assert.match((await reader.get('/-/metrics')).text, /^prime_registry_log_backfill_remaining 0$/m);
  } finally {
    await served.end();
    await store.close();
  }
});
