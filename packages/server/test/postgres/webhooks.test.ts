// Webhooks of two servers on one PostgreSQL database, of which one is killed: nothing is lost, out of order, or told twice
// but what was under way.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually, runCommand } from '@prime-registry/testkit';
import { createDatabase, query } from '@prime-registry/testkit/postgres';
import { startReceiver, status, verify } from '../events/receiver.ts';
import { makeFolder, start, type TemporaryRegistry } from '../process/temporary-registry.ts';

/** Two servers, of which only the first runs, and a webhook. */
async function startFirst(t: TestContext) {
  const [database, dataFolder, receiver] = [
    await createDatabase(),
    await makeFolder(t),
    await startReceiver(t),
  ];
  const startOne = (): Promise<TemporaryRegistry> =>
    start(t, { dataFolder, environment: { PRIME_REGISTRY_DATABASE: database } });
  const first = await startOne();
  const loopback = ['--allow-private-addresses', '--allow-insecure', '--json'];
  const added = await runCommand([
    ...['webhook', 'add', receiver.url, ...loopback],
    ...['--data', dataFolder, '--database', database],
  ]);
  assert.equal(added.code, 0, added.stderr);
  return {
    ...{ receiver, first, startOne },
    secret: JSON.parse(added.stdout).secret as string,
    /** Lets the time pass after which another process may deliver: 30 s after the last renewal. */
    endLease: () => query(database, "update leases set until_ms = 0 where name = 'webhooks'"),
  };
}

const publish = async ({ admin }: TemporaryRegistry, ...versions: string[]): Promise<void> => {
  for (const version of versions) await admin.mustPublish({ version });
};

test('of two servers, one is killed during an attempt: the other one repeats that, and goes on in order', async (t) => {
  const { receiver, first, startOne, secret, endLease } = await startFirst(t);
  const { messages } = receiver;
  const versionsOf = (): unknown[] => messages.map(({ data }) => data.version);
  await publish(first, '1.0.0');
  await eventually(() => assert.deepEqual(versionsOf(), ['1.0.0']));
  const second = await startOne();

  receiver.answer = () => undefined;
  await publish(first, '1.1.0');
  await eventually(() => assert.deepEqual(versionsOf(), ['1.0.0', '1.1.0']));
  await publish(second, '1.2.0', '1.3.0');
  receiver.answer = status(204);
  await first.end('SIGKILL');
  await endLease();
  const expected = ['1.0.0', '1.1.0', '1.1.0', '1.2.0', '1.3.0'];
  await eventually(() => assert.deepEqual(versionsOf(), expected));
  assert.equal(messages[1]?.id, messages[2]?.id, 'a receiver can tell the repetition');

  // The killed one comes back, and both publish at the same time.
  const third = await startOne();
  const more = Array.from({ length: 12 }, (_, number) => `2.${number}.0`);
  await Promise.all(more.map((version, number) => publish(number % 2 === 0 ? second : third, version)));
  await eventually(() => assert.equal(messages.length, expected.length + more.length));
  for (const message of messages) verify(secret, message);
  const indexes = messages.slice(expected.length).map(({ data }) => Number(data.index));
  assert.deepEqual(
    indexes,
    indexes.toSorted((a, b) => a - b),
    'in the order of the log',
  );
  const ids = messages.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length - 1, 'nothing else came twice');
  assert.deepEqual(versionsOf().slice(expected.length).toSorted(), more.toSorted());
});
