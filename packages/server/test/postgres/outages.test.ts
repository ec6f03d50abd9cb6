// A database outage: answers say so in the meantime, and no restart is needed afterwards.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Answer, eventually, expectProblem, startRegistry } from '@prime-registry/testkit';
import { query, startPostgres } from '@prime-registry/testkit/postgres';

const server = await startPostgres();
await query(server.urlOf('postgres'), 'create database registry');
const database = server.urlOf('registry');
const registry = await startRegistry({ database });
const { anonymous, author } = registry;
await author.mustPublish({ version: '1.0.0' });
after(async () => {
  await registry.stop();
  await server.remove();
});

const READS = [
  '/pack/@acme/web-style',
  '/pack/@acme/web-style/1.0.0',
  '/pack/@acme/web-style/1.0.0/tarball',
  '/-/primes/@acme/web-style/1.0.0/pack.yaml',
  '/pack/@acme/absent',
  '/search?q=web',
];

function assertUnavailable(answer: Answer): void {
  expectProblem(answer, 'storage_unavailable');
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
}

let round = 0;

for (const manner of ['fast', 'crash'] as const) {
  test(`stopped (${manner}): every answer is a 503 with Retry-After, cached ones too; started again, all is well`, async () => {
    for (const path of [...READS, ...READS]) assert.notEqual((await anonymous.get(path)).status, 503, path);
    await server.stop(manner);
    for (const path of READS) assertUnavailable(await anonymous.get(path));
    assertUnavailable(await author.publish({ version: `2.${round}.0` }));
    assert.equal((await anonymous.get('/-/health/live')).status, 200);
    assert.equal((await anonymous.get('/-/health/ready')).status, 503);

    await server.start();
    assert.equal((await author.publish({ version: `2.${round}.0` })).status, 201);
    const { json } = await anonymous.get('/pack/@acme/web-style');
    assert.equal(json.latest, `2.${round}.0`);
    for (const path of READS) {
      assert.equal((await anonymous.get(path)).status, path.includes('absent') ? 404 : 200, path);
    }
    round += 1;
  });
}

describe('a publish', () => {
  test('that finds a restarted database succeeds without its client noticing', async () => {
    await server.stop();
    const publishing = author.publish({ version: '3.0.0' });
    await server.start();
    const { status } = await publishing;
    // The token may have been looked up during the outage.
    assert.ok(status === 201 || status === 503, String(status));
    if (status === 503) assert.equal((await author.publish({ version: '3.0.0' })).status, 201);
  });

  test('into a read-only database is unavailable, and reads go on', async () => {
    await query(database, 'alter database registry set default_transaction_read_only = on');
    await dropConnections();
    assertUnavailable(await author.publish({ version: '4.0.0' }));
    assert.equal((await anonymous.get(READS[0] ?? '')).status, 200);
    await query(server.urlOf('postgres'), 'alter database registry set default_transaction_read_only = off');
    await dropConnections();
    assert.equal((await author.publish({ version: '4.0.0' })).status, 201);
  });
});

test('errors of PostgreSQL are in the log, and the password is not', async () => {
  await eventually(() => assert.ok(registry.log.some((line) => line.includes('ECONNREFUSED'))));
  assert.ok(!registry.log.some((line) => line.includes('a-password-of-the-test')));
});

async function dropConnections(): Promise<void> {
  await query(
    server.urlOf('postgres'),
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'prime-registry'",
  );
  await eventually(async () => assert.equal((await anonymous.get('/-/health/ready')).status, 200));
}
