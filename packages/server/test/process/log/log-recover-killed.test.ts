// A recovery of the log that is killed: the log stays halted, and the next one goes on.
import assert from 'node:assert/strict';
import { cp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { LogEntry } from '@prime-registry/protocol';
import { openSqliteStore } from '@prime-registry/store/sqlite';
import { expectProblem } from '@prime-registry/testkit';
import { copyLog } from '../../log/log-copy.ts';
import { must, parseLines, run } from '../data/on-data.ts';
import { atEnd, makeFolder, serveHere } from '../temporary-registry.ts';

/** More than three bundles. */
const ENTRIES = 900;

/** Serves a folder; counts the requests for bundles, and answers none from some number on. */
async function serveCopy(t: TestContext, folder: string, answered: number) {
  const count = { bundles: 0 };
  const server = createServer(async ({ url = '' }, response) => {
    if (url.startsWith('/tile/entries/')) count.bundles += 1;
    if (count.bundles > answered) return;
    const body = await readFile(join(folder, url)).catch(() => undefined);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return { count, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test('a recovery that is killed after some of its transactions goes on where it was', async (t) => {
  const dataFolder = join(await makeFolder(t), 'data');
  const first = await serveHere(t, { dataFolder });
  await first.admin.mustPublish();
  await first.stop();
  const database = join(dataFolder, 'registry.sqlite');
  const older = join(await makeFolder(t), 'older.sqlite');
  await cp(database, older);
  const store = await openSqliteStore(database);
  const entry: LogEntry = {
    ...{ v: 1, type: 'undeprecate', at: '2026-01-02T03:04:05Z', by: 'operator' },
    ...{ name: '@acme/web-style', range: '*' },
  };
  await store.appendToLog(Array.from({ length: ENTRIES }, () => entry));
  await store.close();
  const second = await serveHere(t, { dataFolder });
  const copy = join(await makeFolder(t), 'copy');
  const size = await copyLog(second.anonymous, copy);
  await second.stop();
  for (const suffix of ['-wal', '-shm']) await rm(`${database}${suffix}`, { force: true });
  await cp(older, database);

  const sizeNow = async () => parseLines((await run(dataFolder, ['log', 'status', '--json'])).stdout)[0];
  // Four bundles are read to prove them, and two of them again to append them.
  const cut = await serveCopy(t, copy, 6);
  const recover = ['log', 'recover', '--from', cut.url];
  const killed = await run(dataFolder, recover, {
    killWhen: { signal: 'SIGKILL', condition: () => cut.count.bundles === 7 },
  });
  assert.equal(killed.code, null, killed.stderr);
  const between = await sizeNow();
  assert.equal(between.size, 512);
  assert.match(between.halted, /it is being recovered/);
  const server = await serveHere(t, { dataFolder });
  expectProblem(await server.admin.publish({ version: '2.0.0' }), 'log_halted');

  const whole = await serveCopy(t, copy, Number.POSITIVE_INFINITY);
  assert.match(
    await must(dataFolder, 'log', 'recover', '--from', whole.url),
    new RegExp(`has ${size - 512} entries more, ${size} in all`),
  );
  assert.deepEqual([(await sizeNow()).size, (await sizeNow()).halted], [size, null]);
  assert.match(await must(dataFolder, 'verify'), /all is well/);
  await server.admin.mustPublish({ version: '2.0.0' });
});
