// Two registries in processes of their own that mirror and witness each other, set up as docs/operations/witnesses.md says.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createPrimeUser, eventually, runCommand } from '@prime-registry/testkit';
import { must, run } from '../data/on-data.ts';
import { makeFolder, makeRegistry, start } from '../temporary-registry.ts';

/**
 * A port that is free, for several starts: addresses are in the settings of the other registry. Below the ports that the
 * system gives to those who ask for any, such as other tests.
 */
async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** A registry with a configuration file. */
async function prepare(t: TestContext) {
  const dataFolder = await makeRegistry(t);
  const port = await findPort();
  const url = `http://127.0.0.1:${port}`;
  const config = join(dataFolder, 'registry.yaml');
  return {
    ...{ dataFolder, url },
    /** Starts it, or starts it again. */
    async serve(lines: readonly string[], ...flags: string[]) {
      const own = ['witness: true', 'witness-interval: 50ms', ...lines];
      await writeFile(config, own.map((line) => `${line}\n`).join(''));
      return start(t, { dataFolder, flags: ['--config', config, '--port', String(port), ...flags] });
    },
  };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

function upstreamsOf({ url }: Prepared): string[] {
  return ['upstreams:', `  - url: ${url}`, '    allow-private-addresses: true'];
}

function witnessesOf({ url }: Prepared, vkey: string): string[] {
  return [
    'witnesses:',
    `  - url: ${url}/-/witness`,
    `    vkey: ${vkey.trim()}`,
    '    allow-private-addresses: true',
  ];
}

test('two registries that mirror each other witness each other with two settings, and prime asks for it', async (t) => {
  const [a, b] = [await prepare(t), await prepare(t)];
  // The first start makes the keys.
  for (const [each, other] of [
    [a, b],
    [b, a],
  ] as const)
    await (await each.serve(upstreamsOf(other))).end('SIGTERM');
  assert.equal((await stat(join(a.dataFolder, 'witness.key'))).mode & 0o777, 0o600);
  const keyOfA = await must(a.dataFolder, 'witness', 'key', 'show');
  const keyOfB = await must(b.dataFolder, 'witness', 'key', 'show');
  assert.match(keyOfA, /^prime-registry-[0-9a-f]{16}\/witness\+[0-9a-f]{8}\+\S+\n$/);

  const [one, two] = [
    await a.serve([...upstreamsOf(b), ...witnessesOf(b, keyOfB)], '--workers', '2'),
    await b.serve([...upstreamsOf(a), ...witnessesOf(a, keyOfA)]),
  ];
  await one.admin.mustPublish({ name: '@acme/one' });
  await two.admin.mustPublish({ name: '@other/two' });
  for (const [registry, key] of [
    [one, keyOfB],
    [two, keyOfA],
  ] as const) {
    const [name = ''] = key.split('+', 1);
    await eventually(async () => {
      const { text } = await registry.anonymous.get('/-/log/checkpoint');
      assert.ok(text.includes(`\n\u2014 ${name} `), text);
    });
    const status = await must(registry.dataFolder, 'log', 'status');
    assert.match(status, new RegExp(`^witness +${name} has cosigned \\d entries at \\d{4}-.*Z$`, 'm'));
    const [witness] = JSON.parse(await must(registry.dataFolder, 'log', 'status', '--json')).witnesses;
    assert.deepEqual([witness.vkey, witness.problem], [key.trim(), null]);
  }

  const user = await createPrimeUser({ PRIME_REGISTRY: one.baseUrl });
  t.after(() => user[Symbol.asyncDispose]());
  const { vkeys } = (await one.anonymous.get('/-/log')).json;
  const policy = `log ${vkeys[0]} ${one.baseUrl}/-/log\nwitness b ${keyOfB.trim()}\nquorum b\n`;
  await writeFile(join(user.project, 'policy'), policy);
  assert.equal((await user.prime(['config', 'set', 'log-policy', 'policy'])).code, 0);
  await one.admin.mustPublish({ name: '@acme/late' });
  const installed = await user.prime(['install', '@acme/late']);
  assert.equal(installed.code, 0, installed.stderr);
  assert.match(installed.stdout, /logged #\d/);

  const restarted = await must(b.dataFolder, 'log', 'restart', '--reason', 'restored');
  assert.match(restarted, /^This registry is a witness, and may have forgotten .* remove witness\.key/m);
});

test('the key of a witness for replicas: a command makes the file, and nothing overwrites it', async (t) => {
  const file = join(await makeFolder(t), 'witness.key');
  const flags = ['--public-url', 'https://primes.example'];
  const { code, stdout } = await runCommand(['witness', 'key', 'create', file, ...flags], {});
  assert.equal(code, 0);
  const vkey = stdout.trim().split('\n').at(-1) ?? '';
  assert.match(vkey, /^primes\.example\/-\/witness\+[0-9a-f]{8}\+B\S+$/);
  const again = await runCommand(['witness', 'key', 'create', file], {});
  assert.equal(again.code, 3);
  assert.match(again.stderr, /exists already and is not overwritten/);

  const dataFolder = await makeRegistry(t);
  const shown = await run(dataFolder, ['witness', 'key', 'show', '--witness-key-file', file]);
  assert.deepEqual([shown.code, shown.stdout], [0, `${vkey}\n`]);
  const none = await run(dataFolder, ['witness', 'key', 'show']);
  assert.notEqual(none.code, 0);
  assert.match(none.stderr, /there is no key of a witness in .*; the first start with --witness makes it/);
  const gone = await run(dataFolder, ['witness', 'key', 'show', '--witness-key-file', `${file}.gone`]);
  assert.match(
    gone.stderr,
    /witness-key-file: there is no file .*'prime-registry witness key create' makes one/,
  );
});
