// Webhooks as an operator has them: commands next to running servers, and receivers that verify what they get.
import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { eventually, runCommand } from '@prime-registry/testkit';
import { startReceiver, status, type TestReceiver, verify } from '../events/receiver.ts';
import { must, parseLines, run } from './data/on-data.ts';
import { makeRegistry, type ServedRegistry, serveHere, start } from './temporary-registry.ts';

/** Adds a webhook for a receiver on loopback. */
async function add(dataFolder: string, url: string, ...flags: string[]) {
  const loopback = ['--allow-private-addresses', '--allow-insecure', '--json'];
  const [added] = parseLines(await must(dataFolder, 'webhook', 'add', url, ...loopback, ...flags));
  return added as { readonly id: string; readonly secret: string };
}

async function list(dataFolder: string) {
  return parseLines(await must(dataFolder, 'webhook', 'list', '--json'));
}

/** Waits for messages about these versions, in this order. */
async function expectVersions({ messages }: TestReceiver, ...versions: string[]): Promise<void> {
  await eventually(() => assert.equal(messages.length, versions.length));
  assert.deepEqual(
    messages.map(({ data }) => data.version),
    versions,
  );
}

async function publish({ admin }: ServedRegistry, ...versions: string[]): Promise<void> {
  for (const version of versions) await admin.mustPublish({ version });
}

describe('a webhook', () => {
  test('is told of each change, signed, in order', async (t) => {
    const registry = await serveHere(t, {
      environment: { PRIME_REGISTRY_PUBLIC_URL: 'https://primes.example' },
    });
    const { dataFolder, admin } = registry;
    await publish(registry, '0.9.0');
    const receiver = await startReceiver(t);
    const { secret } = await add(dataFolder, receiver.url);
    await publish(registry, '1.0.0-rc.1');
    assert.equal((await admin.yank('@acme/web-style', '1.0.0-rc.1')).status, 200);
    await publish(registry, '1.0.0');
    await eventually(() => assert.equal(receiver.messages.length, 3));
    for (const message of receiver.messages) verify(secret, message);
    const [published] = receiver.messages;
    assert.deepEqual(
      receiver.messages.map(({ type, data }) => [type, data.version]),
      [
        ['prime.published', '1.0.0-rc.1'],
        ['prime.yanked', '1.0.0-rc.1'],
        ['prime.published', '1.0.0'],
      ],
    );
    assert.equal(published?.data.url, 'https://primes.example/pack/@acme/web-style/1.0.0-rc.1');
    const [listed] = await list(dataFolder);
    assert.deepEqual([listed.state, listed.behind, listed.last_status], ['active', 0, '204']);
    const metrics = (await admin.get('/-/metrics')).text;
    assert.match(metrics, /^prime_registry_webhooks\{state="active"\} 1$/m);
    assert.match(metrics, /^prime_registry_webhook_behind_entries\{webhook="wh_\w+"\} 0$/m);
    assert.match(
      metrics,
      /^prime_registry_webhook_attempts_total\{webhook="wh_\w+",outcome="delivered"\} 3$/m,
    );
  });

  test('that fails or hangs holds up itself alone, and gets everything later', async (t) => {
    const registry = await serveHere(t);
    const { dataFolder } = registry;
    const [failing, hanging, well] = [await startReceiver(t), await startReceiver(t), await startReceiver(t)];
    failing.answer = status(500);
    hanging.answer = () => undefined;
    const { id } = await add(dataFolder, failing.url);
    await add(dataFolder, hanging.url);
    await add(dataFolder, well.url);
    await publish(registry, '1.0.0', '1.1.0', '1.2.0');
    await expectVersions(well, '1.0.0', '1.1.0', '1.2.0');
    await eventually(() => assert.equal(hanging.messages.length, 1));
    await eventually(async () => {
      const [first] = await list(dataFolder);
      assert.deepEqual([first.failed_attempts, first.last_status], [1, '500']);
    });
    failing.answer = status(200);
    failing.messages.length = 0;
    await must(dataFolder, 'webhook', 'replay', id);
    await expectVersions(failing, '1.0.0', '1.1.0', '1.2.0');
  });

  test('that answers 410 is disabled, until it is replayed', async (t) => {
    const registry = await serveHere(t);
    const { dataFolder } = registry;
    const receiver = await startReceiver(t);
    receiver.answer = status(410);
    const { id } = await add(dataFolder, receiver.url);
    await publish(registry, '1.0.0');
    await eventually(async () => assert.equal((await list(dataFolder))[0].state, 'disabled'));
    receiver.answer = status(204);
    await publish(registry, '1.1.0');
    await must(dataFolder, 'webhook', 'replay', id, '--from', '0');
    await expectVersions(receiver, '1.0.0', '1.0.0', '1.1.0');
    const audited = parseLines(await must(dataFolder, 'audit', '--json', '--action', 'webhook-state'));
    assert.deepEqual(
      audited.map(({ details }) => [details.state, details.reason]),
      [['disabled', '410']],
    );
  });

  test('of two processes, one delivers; when that is killed, the other one sends again what was under way', async (t) => {
    const receiver = await startReceiver(t);
    const first = await start(t, {});
    const { dataFolder } = first;
    await add(dataFolder, receiver.url);
    await publish(first, '1.0.0');
    await expectVersions(receiver, '1.0.0');
    receiver.answer = () => undefined;
    await publish(first, '1.1.0');
    await expectVersions(receiver, '1.0.0', '1.1.0');
    const second = await serveHere(t, { dataFolder });
    await publish(second, '1.2.0', '1.3.0');
    receiver.answer = status(204);
    await first.end('SIGKILL');
    // The lease of a process that was killed ends after 30 s.
    await eventually(() => assert.equal(receiver.messages.length, 5));
    assert.deepEqual(
      receiver.messages.map(({ data }) => data.version),
      ['1.0.0', '1.1.0', '1.1.0', '1.2.0', '1.3.0'],
    );
    assert.equal(receiver.messages[1]?.id, receiver.messages[2]?.id, 'a receiver can tell the repetition');
  });
});

describe('the commands', () => {
  test('keep the secret in a file of its owner, out of the database and of what they print', async (t) => {
    const dataFolder = await makeRegistry(t);
    const receiver = await startReceiver(t);
    const { id, secret } = await add(dataFolder, receiver.url);
    const file = join(dataFolder, 'webhook-secrets');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const shown = [
      await must(dataFolder, 'webhook', 'list'),
      await must(dataFolder, 'webhook', 'list', '--json'),
      await must(dataFolder, 'audit', '--json'),
    ].join('\n');
    assert.ok(shown.includes(id));
    assert.ok(!shown.includes(secret));
    assert.equal(await must(dataFolder, 'webhook', 'remove', id), `Webhook ${id} is removed.\n`);
    assert.equal((await stat(file)).size, 0);
    assert.equal(await must(dataFolder, 'webhook', 'list'), 'There are no webhooks.\n');
  });

  test('test sends a ping; both secrets sign while one replaces the other', async (t) => {
    const dataFolder = await makeRegistry(t);
    const receiver = await startReceiver(t);
    const { id, secret } = await add(dataFolder, receiver.url);
    assert.match(await must(dataFolder, 'webhook', 'test', id), /^Delivered msg_ping_[0-9a-f]{24}: 204\.\n$/);
    const rotated = (await must(dataFolder, 'webhook', 'rotate-secret', id)).trimEnd();
    await must(dataFolder, 'webhook', 'test', id);
    // The printed one was lost: the receiver still has the first one, which was to sign for a day.
    const printed = (await must(dataFolder, 'webhook', 'rotate-secret', id)).trimEnd();
    await must(dataFolder, 'webhook', 'test', id);
    const again = (await must(dataFolder, 'webhook', 'rotate-secret', id, '--overlap', '0')).trimEnd();
    await must(dataFolder, 'webhook', 'test', id);
    const [before, during, twice, after] = receiver.messages;
    assert.ok(before && during && twice && after);
    verify(secret, before);
    assert.equal(before.type, 'ping');
    for (const each of [secret, rotated]) verify(each, during);
    for (const each of [secret, rotated, printed]) verify(each, twice);
    verify(again, after);
    for (const each of [secret, rotated, printed]) assert.throws(() => verify(each, after));
    receiver.answer = status(503);
    const failed = await run(dataFolder, ['webhook', 'test', id]);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /^prime-registry: msg_ping_\w+ was not delivered: 503\n$/);
  });

  test('at the same time lose no secret', async (t) => {
    const dataFolder = await makeRegistry(t);
    const receiver = await startReceiver(t);
    const added = await Promise.all([1, 2, 3, 4].map(() => add(dataFolder, receiver.url)));
    for (const { id } of added) await must(dataFolder, 'webhook', 'test', id);
    assert.equal(receiver.messages.length, 4);
  });

  test('refuse bad input in one line', async (t) => {
    const dataFolder = await makeRegistry(t);
    const { id } = await add(dataFolder, 'https://127.0.0.1/');
    const refusals: readonly (readonly [readonly string[], RegExp])[] = [
      [['add', 'hooks.example'], /the address of a webhook is like https:/],
      [['add', 'ftp://hooks.example'], /the address of a webhook is like https:/],
      [['add', `https://hooks.example/${'a'.repeat(2000)}`], /the address of a webhook is like https:/],
      [['add', 'https://hooks.example/a\tb'], /the address of a webhook is like https:/],
      [['add', 'http://hooks.example/'], /use https, or allow it with --allow-insecure/],
      [['add', 'https://me:pw@hooks.example/'], /the address contains credentials/],
      [['add', 'https://hooks.example/#a'], /the address has a fragment/],
      [['add', 'https://10.0.0.1/'], /10\.0\.0\.1 is a private address; .*--allow-private-addresses/],
      [['add', 'https://[::1]/'], /::1 is a private address/],
      [['add', 'https://localhost/'], /localhost is a private address/],
      [
        ['add', 'https://hooks.example/', '--type', 'publish'],
        /--type: 'publish' is unknown; use one of prime/,
      ],
      [['add', 'https://hooks.example/', '--scope', 'acme'], /--scope: /],
      [['replay', id, '--from', '-1'], /--from/],
      [['replay', id, '--from', '99'], /--from: '99' is not an index of the log; use one from 0 to \d+/],
      [['rotate-secret', id, '--overlap', 'long'], /--overlap: 'long' is not a duration/],
    ];
    for (const [args, message] of refusals) {
      const { code, stdout, stderr } = await run(dataFolder, ['webhook', ...args]);
      assert.equal(code, 3, `${args.join(' ')}: ${stderr}`);
      assert.equal(stdout, '');
      assert.match(stderr, message);
    }
    for (const command of ['test', 'replay', 'rotate-secret', 'remove']) {
      const { code, stderr } = await run(dataFolder, ['webhook', command, 'wh_none']);
      assert.equal(code, 1);
      assert.equal(
        stderr,
        `prime-registry: there is no webhook "wh_none"; 'prime-registry webhook list' shows them\n`,
      );
    }
  });

  test('say what is wrong with the file of secrets', async (t) => {
    const dataFolder = await makeRegistry(t);
    const { id } = await add(dataFolder, 'https://127.0.0.1/');
    await writeFile(join(dataFolder, 'webhook-secrets'), `${id} hunter2\n`);
    const { code, stderr } = await run(dataFolder, ['webhook', 'test', id]);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^prime-registry: webhook-secrets-file: .* cannot be used: line 1 is not the id .*\n$/,
    );
    assert.ok(!stderr.includes('hunter2'));
    await writeFile(join(dataFolder, 'webhook-secrets'), '');
    const without = await run(dataFolder, ['webhook', 'test', id]);
    assert.match(without.stderr, /there is no secret of wh_\w+ here; 'prime-registry webhook rotate-secret'/);
  });

  test('need a configured file if nothing is in a folder', async () => {
    const { code, stderr } = await runCommand([
      ...['webhook', 'add', 'https://hooks.example/', '--blobs', 's3://bucket/a'],
      ...['--database', 'postgres://nobody:x@127.0.0.1:1/none'],
    ]);
    assert.equal(code, 2);
    assert.match(stderr, /^prime-registry: webhook-secrets-file: name a file; /);
  });
});
