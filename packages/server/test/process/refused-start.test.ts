// Starts that fail: one line says why, without a stack trace, and the process ends.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { runCommand } from '@prime-registry/testkit';
import { atEnd, makeFolder, serveHere } from './temporary-registry.ts';

interface VainStart {
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether it is also tried with workers, which takes a process: once for each reason. */
  readonly hasWorkers?: boolean;
}

/** Starts a server that cannot start. @returns its message in one line */
async function startInVain(
  args: readonly string[],
  code: number,
  { environment = {}, hasWorkers = true }: VainStart = {},
): Promise<string> {
  const command = ['serve', '--log-level', 'error', ...args];
  const result = await runCommand(command, environment, { isRefused: true });
  if (hasWorkers) assert.deepEqual(await runCommand([...command, '--workers', '2'], environment), result);
  const { stdout, stderr } = result;
  assert.equal(result.code, code, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /^prime-registry: [^\n]+\n$/);
  return stderr.slice('prime-registry: '.length, -1);
}

describe('a start fails', () => {
  const upstream = ['--upstreams', 'https://primes.example'];
  test('with a proxy for its upstreams that cannot be used, without the password of it', async (t) => {
    const environment = { HTTPS_PROXY: 'socks5://me:hunter2@proxy.example:1080' };
    assert.equal(
      await startInVain([...upstream, '--data', await makeFolder(t)], 2, { environment }),
      'upstream-proxy: HTTPS_PROXY is a socks5 proxy, which is not supported; write http://host:port',
    );
  });

  test('with a file of certificate authorities that is gone', async (t) => {
    assert.equal(
      await startInVain([...upstream, '--data', await makeFolder(t)], 2, {
        environment: { SSL_CERT_FILE: '/nowhere.pem' },
        hasWorkers: false,
      }),
      'upstream-cafile: /nowhere.pem does not exist',
    );
  });

  test('on a port that is in use', async (t) => {
    const server = createServer().listen(0, '127.0.0.1');
    atEnd(t, () => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    assert.equal(
      await startInVain(['--port', String(port), '--data', await makeFolder(t)], 2),
      `port: ${port} is in use on 127.0.0.1; give another, or 0 for any`,
    );
  });

  // Neither name is resolved outside of this machine.
  for (const host of ['203.0.113.1', 'no..host']) {
    test(`on a host that is not this machine, ${host}`, async (t) => {
      assert.equal(
        await startInVain(['--port', '0', '--host', host, '--data', await makeFolder(t)], 2, {
          hasWorkers: host !== 'no..host',
        }),
        `host: '${host}' is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all`,
      );
    });
  }

  test('on a data folder that is a file, or below one', async (t) => {
    const file = join(await makeFolder(t), 'file');
    await writeFile(file, 'precious');
    for (const path of [file, join(file, 'data')]) {
      const message = await startInVain(['--port', '0', '--data', path], 2, { hasWorkers: path === file });
      assert.ok(message.startsWith(`data: '${path}' cannot be created: `), message);
    }
    assert.equal(await readFile(file, 'utf8'), 'precious');
  });

  const skip = process.getuid?.() === 0 ? 'root may write everywhere' : false;
  test('on a read-only data folder', { skip }, async (t) => {
    const folder = await makeFolder(t);
    await chmod(folder, 0o500);
    atEnd(t, () => chmod(folder, 0o700));
    assert.ok((await startInVain(['--port', '0', '--data', folder], 1)).includes(folder));
    assert.ok((await startInVain(['--port', '0', '--data', join(folder, 'data')], 2)).includes(folder));
  });

  test('on a file in place of the folder of tarballs', async (t) => {
    const folder = await makeFolder(t);
    await writeFile(join(folder, 'blobs'), '');
    const message = await startInVain(['--port', '0', '--data', folder], 1);
    assert.ok(message.includes(join(folder, 'blobs')), message);
  });
});

describe('a start fails on a database', () => {
  async function startOn(
    t: TestContext,
    prepare: (file: string) => Promise<void>,
    hasWorkers = false,
  ): Promise<string> {
    const folder = await makeFolder(t);
    const file = join(folder, 'registry.sqlite');
    await prepare(file);
    const message = await startInVain(['--port', '0', '--data', folder], 1, { hasWorkers });
    const prefix = `the database ${file} cannot be opened: `;
    assert.ok(message.startsWith(prefix), message);
    return message.slice(prefix.length);
  }

  test('that another program keeps locked', async (t) => {
    let locked: DatabaseSync | undefined;
    atEnd(t, () => locked?.close());
    const lock = async (file: string): Promise<void> => {
      locked = new DatabaseSync(file);
      locked.exec('pragma journal_mode = wal; create table t (x); begin exclusive');
    };
    const reason = await startOn(t, lock, true);
    assert.equal(reason, 'database is locked');
  });

  test('that is not a database, which is left unchanged', async (t) => {
    const text = 'these are notes, and somebody still needs them\n'.repeat(100);
    let path = '';
    const reason = await startOn(t, async (file) => {
      path = file;
      await writeFile(file, text);
    });
    assert.equal(reason, 'file is not a database');
    assert.equal(await readFile(path, 'utf8'), text);
  });

  test('that is a folder', async (t) => {
    assert.equal(await startOn(t, async (file) => void (await mkdir(file))), 'unable to open database file');
  });

  test('that is damaged', async (t) => {
    const dataFolder = await makeFolder(t);
    const registry = await serveHere(t, { dataFolder });
    await registry.admin.publish();
    await registry.stop();
    const bytes = await readFile(join(dataFolder, 'registry.sqlite'));
    const reason = await startOn(t, (file) => writeFile(file, bytes.fill(0xa5, 100, bytes.length)));
    assert.match(reason, /malformed/);
  });
});
