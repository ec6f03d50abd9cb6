// Replicas on one PostgreSQL database, each a process, are one registry.
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createDatabase, sharedPostgres } from '@prime-registry/testkit/postgres';
import { writeLogKey } from '../log/log-key.ts';
import { assertConforms } from '../process/assert-conforms.ts';
import { testTwoProcesses } from '../process/faults/two-processes-suite.ts';
import { ADMIN_TOKEN, makeFolder, start } from '../process/temporary-registry.ts';
import { balance } from '../stores/balance.ts';

await sharedPostgres();

async function makeRegistry(t: TestContext) {
  const dataFolder = await makeFolder(t);
  const environment = {
    PRIME_REGISTRY_DATABASE: await createDatabase(),
    PRIME_REGISTRY_LOG_KEY_FILE: await writeLogKey(await makeFolder(t)),
  };
  return { dataFolder, environment };
}

describe('two processes', () => testTwoProcesses(makeRegistry));

test('replicas conform behind a load balancer, whichever answers; workers of one serve together', async (t) => {
  const registry = await makeRegistry(t);
  // To start processes takes longest, so one of the replicas has several.
  const first = await start(t, { ...registry, flags: ['--workers', '2'] });
  const replicas = [first, await start(t, registry)];
  await assertConforms({ baseUrl: await balance(t, replicas), token: ADMIN_TOKEN });
  for (const { stderr } of replicas) assert.match(stderr(), /"request"/, 'each took part');
  await first.admin.mustPublish();
  const reads = Array.from({ length: 10 }, () => first.anonymous.get('/pack/@acme/web-style'));
  for (const { json } of await Promise.all(reads)) assert.equal(json.latest, '1.0.0');
});
