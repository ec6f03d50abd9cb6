// Several workers on one port are one registry: output, access and contents do not depend on the worker that
// answers.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { publishOver } from '../publish-by-hand.ts';
import { ADMIN_TOKEN, makeFolder, start } from '../temporary-registry.ts';
import {
  connectToEach,
  getOver,
  hasListened,
  killWorker,
  listPids,
  readLog,
  startWorkers,
} from './workers.ts';

describe('two workers', () => {
  test('with what an operator gives', async (t) => {
    const registry = await startWorkers(t, { environment: { PRIME_REGISTRY_PROT: '1' } });
    const { admin, anonymous } = registry;

    await t.test(
      "print their address once, when both listen, on one port of the system's choice",
      async () => {
        assert.equal(registry.stdout(), `prime-registry is listening on ${registry.baseUrl}\n`);
        const { text } = await anonymous.get('/-/metrics');
        for (const worker of [1, 2]) assert.ok(text.includes(`{worker="${worker}"}`), 'it listens already');
      },
    );

    const clients = await connectToEach(t, registry);
    const [first] = clients;

    await t.test('log which worker answered', () => {
      const lines = readLog(registry);
      for (const line of lines.filter(({ msg }) => msg === 'request'))
        assert.ok([1, 2].includes(line.worker ?? 0));
      const warnings = lines.filter(({ level }) => level >= 40).map(({ msg, name }) => [msg, name]);
      assert.deepEqual(warnings, [['no setting has this variable', 'PRIME_REGISTRY_PROT']], 'said once');
    });

    await t.test('serve at once what the other has acknowledged, to any number of readers', async () => {
      assert.equal((await getOver(first, '/pack/@acme/web-style')).status, 404);
      for (let number = 0; number < 20; number += 1) {
        const version = `1.0.0-rc.${number}`;
        const [writer, reader] = number % 2 === 0 ? clients : clients.toReversed();
        assert.ok(writer !== undefined && reader !== undefined);
        const draft = { version, description: `number${number}` };
        assert.equal((await publishOver(writer, draft)).status, 201);
        const answers = await Promise.all([
          getOver(reader, '/pack/@acme/web-style'),
          getOver(writer, '/pack/@acme/web-style'),
          ...Array.from({ length: 8 }, () => anonymous.get('/pack/@acme/web-style')),
        ]);
        for (const { text } of answers) assert.equal(JSON.parse(text).latest, version);
        assert.equal((await getOver(reader, `/pack/@acme/web-style/${version}`)).status, 200);
        const found = JSON.parse((await getOver(reader, `/search?q=number${number}`)).text);
        assert.equal(found.results[0].version, version);
      }
      assert.equal((await admin.yank('@acme/web-style', '1.0.0-rc.19')).status, 200);
      for (const client of clients) {
        assert.equal(JSON.parse((await getOver(client, '/pack/@acme/web-style')).text).latest, '1.0.0-rc.18');
      }
    });
  });

  test('create one token at the first start, which both accept; on localhost', async (t) => {
    const environment = { PRIME_REGISTRY_TOKEN: '' };
    const registry = await startWorkers(t, { flags: ['--host', 'localhost'], environment });
    const [, token = ''] = await eventually(() => {
      const lines =
        /^prime-registry is listening on http:\/\/localhost:[0-9]+\nAdmin token, shown only this once: (pri_\w{38})\n$/;
      const found = lines.exec(registry.stdout());
      assert.ok(found, registry.stdout());
      return found;
    });
    for (const [index, client] of (await connectToEach(t, registry)).entries()) {
      const version = `1.0.${index}`;
      assert.equal((await publishOver(client, { version }, token)).status, 201);
    }
    assert.ok(!registry.stderr().includes(token), 'not in the log');
  });

  test('log nothing at log level silent; on 0.0.0.0', async (t) => {
    const flags = ['--log-level', 'silent', '--host', '0.0.0.0'];
    const { anonymous, end, stderr, stdout } = await startWorkers(t, { flags });
    assert.equal((await anonymous.get('/pack/@acme/none')).status, 404);
    assert.equal(await end('SIGTERM'), 0);
    assert.equal(stderr(), '');
    assert.match(stdout(), /^prime-registry is listening on http:\/\/127\.0\.0\.1:[0-9]+\n$/);
  });

  test('get their settings from the primary', async (t) => {
    const config = join(await makeFolder(t), 'registry.yaml');
    await writeFile(config, 'private: true\n');
    const environment = { PRIME_REGISTRY_SITE_NAME: 'The library' };
    const registry = await startWorkers(t, { flags: ['--config', config], environment });
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const assertKnown = async (): Promise<void> => {
      for (const client of await connectToEach(t, registry)) {
        assert.equal((await getOver(client, '/search?q=x')).status, 401);
        assert.equal((await getOver(client, '/search?q=x', headers)).status, 200);
        assert.match((await getOver(client, '/', headers)).text, /The library/);
      }
    };

    const skip = process.platform === 'linux' ? false : 'needs /proc';
    await t.test(
      'have neither token nor settings in their environment or on their command line',
      { skip },
      async () => {
        await assertKnown();
        for (const pid of [1, 2].flatMap((worker) => listPids(registry, worker))) {
          for (const file of ['environ', 'cmdline']) {
            const text = await readFile(`/proc/${pid}/${file}`, 'utf8');
            assert.ok(
              text.length > 0 && !text.includes('PRIME_REGISTRY') && !text.includes(ADMIN_TOKEN),
              file,
            );
          }
        }
      },
    );

    await t.test('keep those of the start when one is replaced', async () => {
      await writeFile(config, 'private: perhaps\n');
      killWorker(registry, 1);
      await hasListened(registry, 1, 2);
      await assertKnown();
    });
  });
});

test('a single process does not log which worker answered', async (t) => {
  const alone = await start(t, { flags: ['--workers', '1'] });
  assert.equal((await alone.anonymous.get('/-/health/live')).status, 200);
  await eventually(() => assert.ok(readLog(alone).some(({ msg }) => msg === 'request')));
  for (const line of readLog(alone)) assert.deepEqual([line.worker, line.pid], [undefined, undefined]);
});
