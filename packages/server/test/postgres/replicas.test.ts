// Replicas on one database of PostgreSQL, in processes of their own, are one registry.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { createDatabase, sharedPostgres } from '@prime-registry/testkit/postgres';
import { runConformance } from 'prime-conformance';
import { ADMIN_TOKEN, atEnd, makeFolder, start } from '../process/temporary-registry.ts';
import { testTwoProcesses } from '../process/two-processes-suite.ts';

await sharedPostgres();

async function makeRegistry(t: TestContext) {
  const environment = { PRIME_REGISTRY_DATABASE: await createDatabase() };
  return { dataFolder: await makeFolder(t), environment };
}

describe('two processes', () => testTwoProcesses(makeRegistry));

test('replicas conform behind a balancer, whichever answers', async (t) => {
  const registry = await makeRegistry(t);
  const replicas = [await start(t, registry), await start(t, registry)];
  const report = await runConformance({
    baseUrl: await balance(
      t,
      replicas.map(({ baseUrl }) => baseUrl),
    ),
    token: ADMIN_TOKEN,
    search: 'on',
    yank: 'on',
    strict: true,
  });
  const failures = report.results.filter(({ status }) => status !== 'Pass');
  assert.deepEqual(failures, []);
  assert.equal(report.verdict.conclusion, 'conforms');
  for (const { stderr } of replicas) assert.match(stderr(), /"request"/, 'each had its part in it');
});

test('several workers of one replica start and serve together', async (t) => {
  const registry = await makeRegistry(t);
  const { admin, anonymous } = await start(t, { ...registry, flags: ['--workers', '2'] });
  await admin.mustPublish();
  const reads = Array.from({ length: 10 }, () => anonymous.get('/pack/@acme/web-style'));
  for (const { json } of await Promise.all(reads)) assert.equal(json.latest, '1.0.0');
});

/** Passes connections on to each of the addresses in turn. @returns its own address */
async function balance(t: TestContext, baseUrls: readonly string[]): Promise<string> {
  let connections = 0;
  const server = createServer((client) => {
    const { hostname, port } = new URL(baseUrls[connections++ % baseUrls.length] ?? '');
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(t, () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
