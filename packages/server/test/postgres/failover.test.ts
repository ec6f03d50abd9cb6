// A streaming standby that lagged behind takes over, as after the loss of a machine, while a registry runs. Its log halts
// and never forks.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { eventually, expectProblem, runCommand } from '@prime-registry/testkit';
import { query, startPostgres, startStandby } from '@prime-registry/testkit/postgres';
import { parseLines, tarballOf } from '../process/data/on-data.ts';
import { atEnd, makeFolder, start } from '../process/temporary-registry.ts';

const LIST = '/pack/@acme/web-style';
const CHECKPOINT = '/-/log/checkpoint';

/** An address of a database that can point to another server. */
async function openAddress(t: TestContext, target: string) {
  const sockets = new Set<Socket>();
  let { port } = new URL(target);
  const relay = createServer((client) => {
    const server = connect(Number(port), '127.0.0.1');
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => other.destroy());
    }
    client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  atEnd(t, () => {
    relay.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(target);
  url.port = String((relay.address() as AddressInfo).port);
  return {
    url: url.href,
    pointTo(other: string) {
      ({ port } = new URL(other));
    },
  };
}

test('a standby without the last commits takes over: reads answer what it has, the loss is noticed without a restart, and lost versions keep their bytes', async (t) => {
  const primary = await startPostgres();
  atEnd(t, () => primary.remove());
  await query(primary.urlOf('postgres'), 'create database registry');
  const address = await openAddress(t, primary.urlOf('registry'));
  const dataFolder = await makeFolder(t);
  const keyFile = join(dataFolder, 'the.key');
  assert.equal((await runCommand(['log', 'key', 'create', keyFile])).code, 0);
  const environment = { PRIME_REGISTRY_DATABASE: address.url, PRIME_REGISTRY_LOG_KEY_FILE: keyFile };
  const registry = await start(t, { dataFolder, environment });
  const { admin, anonymous } = registry;
  const publish = (version: string, content = version) =>
    admin.publish({ version, tarball: tarballOf(content) });
  const listed = async () =>
    (await anonymous.get(LIST)).json.versions.map(({ version }: { version: string }) => version);

  assert.equal((await publish('1.0.0')).status, 201);
  const standby = await startStandby(primary);
  atEnd(t, () => standby.remove());
  assert.equal((await publish('1.1.0')).status, 201);
  await standby.catchUp();
  await standby.cutOff();
  assert.equal((await publish('1.2.0')).status, 201);
  const signed = (await anonymous.get(CHECKPOINT)).text;
  assert.deepEqual(await listed(), ['1.0.0', '1.1.0', '1.2.0']);
  assert.equal((await anonymous.get(`${LIST}/1.2.0`)).status, 200);
  // The mark is written some seconds later.
  await eventually(async () =>
    assert.match(await readFile(join(dataFolder, 'blobs', 'published.json'), 'utf8'), /"1\.2\.0/),
  );

  await primary.stop('crash');
  expectProblem(await anonymous.get(LIST), 'storage_unavailable');
  await standby.promote();
  address.pointTo(standby.urlOf('registry'));
  await eventually(async () => assert.deepEqual(await listed(), ['1.0.0', '1.1.0']));
  assert.equal((await anonymous.get(`${LIST}/1.2.0`)).status, 404);

  // Its commit may come before the comparison with what was signed; it gets no proof then.
  const first = await publish('1.3.0');
  if (first.status === 201) assert.equal(first.json.log, undefined);
  const { detail } = expectProblem(await publish('1.4.0'), 'log_halted');
  assert.match(detail, /entries .*signed/);
  assert.equal((await anonymous.get(CHECKPOINT)).text, signed, 'nothing else is signed under this name');
  const inLog = (...args: string[]) => runCommand(['log', ...args, '--data', dataFolder], environment);
  assert.equal((await inLog('restart', '--reason', 'a standby took over')).code, 0);
  assert.equal((await publish('1.3.0')).status, first.status === 201 ? 409 : 201);
  assert.match((await anonymous.get(CHECKPOINT)).text, /^prime-registry-[0-9a-f]{16}\/2-[0-9a-f]{8}\n/);
  await eventually(() => {
    const warning = parseLines(registry.stderr()).find(
      ({ level, msg }) => level === 40 && /lacks versions/.test(msg),
    );
    assert.deepEqual(warning?.missing, ['@acme/web-style 1.2.0']);
  });
  const found = await runCommand(['lost-versions', 'find', '--record', '--data', dataFolder], environment);
  assert.match(found.stdout, /^Found 1 lost version; 1 newly recorded\.$/m);
  expectProblem(await publish('1.2.0', 'other bytes'), 'version_exists');
  assert.equal((await publish('1.2.0')).status, 201);
  assert.deepEqual(await listed(), ['1.0.0', '1.1.0', '1.2.0', '1.3.0']);
});
