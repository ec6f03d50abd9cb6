import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  createPrimeUser,
  type FaultyProxy,
  PRIME_MAIN,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';

const NAME = '@acme/web-style';
const FILE = 'acme-web-style-1.0.0.tar.gz';

describe('prime download', () => {
  let registry: TestRegistry;
  let proxy: FaultyProxy;
  let user: PrimeUser;
  let bytes: Buffer;
  const inProject = (name: string) => join(user.project, name);
  const listProject = async () => (await readdir(user.project)).sort();
  const isTarball = (request: { path: string }) => request.path.endsWith('/tarball');

  before(async () => {
    registry = await startRegistry();
    proxy = await startFaultyProxy(registry.baseUrl);
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    await registry.admin.mustPublish({ version: '1.0.0', files: { 'noise.bin': randomBytes(300_000) } });
    await registry.admin.mustPublish({ version: '1.1.0-rc.1' });
    await registry.admin.yank(NAME, '1.1.0-rc.1');
    bytes = (await registry.anonymous.get(`/pack/${NAME}/1.0.0/tarball`)).bytes;
  });
  after(() => Promise.all([registry.stop(), proxy.close(), user.remove()]));
  afterEach(async () => {
    proxy.fault = () => undefined;
    for (const name of await listProject()) await rm(inProject(name), { recursive: true });
  });

  test('writes the tarball into the folder, with the version in its name', async () => {
    const { code, stdout, stderr } = await user.prime(['download', NAME]);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, new RegExp(`${FILE}: ${NAME} 1\\.0\\.0, \\d+\\.\\d KiB, verified\n$`));
    assert.ok(bytes.equals(await readFile(inProject(FILE))));
    assert.deepEqual(await listProject(), [FILE], 'and nothing else');
  });

  test('prints JSON; --out and --project set the path', async () => {
    await mkdir(inProject('sub'));
    const args = ['download', `${NAME}@1.0.0`, '--project', 'sub', '--out', 'given.tgz', '--json'];
    const { code, stdout } = await user.prime(args);
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), {
      name: NAME,
      version: '1.0.0',
      registry: registry.baseUrl,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size_bytes: bytes.length,
      path: inProject(join('sub', 'given.tgz')),
    });
    assert.ok(bytes.equals(await readFile(inProject(join('sub', 'given.tgz')))));
  });

  test('leaves an existing file as it is; other contents are overwritten with --force only', async () => {
    await writeFile(inProject(FILE), bytes);
    const same = await user.prime(['download', NAME, '--remote', proxy.baseUrl, '--json']);
    assert.equal(same.code, 0);
    assert.equal(JSON.parse(same.stdout).size_bytes, bytes.length);
    assert.ok(!proxy.requests.some((request) => request.endsWith('/tarball')), 'nothing is downloaded');

    await writeFile(inProject(FILE), 'my notes');
    const other = await user.prime(['download', NAME]);
    assert.deepEqual([other.code, other.stdout], [1, '']);
    assert.match(other.stderr, new RegExp(`^error: .*${FILE} exists already, .*\nhelp: .*--force`));
    assert.equal(await readFile(inProject(FILE), 'utf8'), 'my notes');

    assert.equal((await user.prime(['download', NAME, '--force'])).code, 0);
    assert.ok(bytes.equals(await readFile(inProject(FILE))));
    assert.deepEqual(await listProject(), [FILE]);
  });

  test('does not replace a file that appeared during the download', async () => {
    proxy.fault = (request) => {
      if (isTarball(request)) void writeFile(inProject(FILE), 'my notes');
      return undefined;
    };
    const { code } = await user.prime(['download', NAME, '--remote', proxy.baseUrl]);
    assert.equal(code, 1);
    assert.equal(await readFile(inProject(FILE), 'utf8'), 'my notes');
    assert.deepEqual(await listProject(), [FILE]);
  });

  test('never replaces a folder, and needs an existing folder', async () => {
    await mkdir(inProject('folder'));
    const folder = await user.prime(['download', NAME, '--out', 'folder', '--force']);
    assert.equal(folder.code, 1);
    assert.match(
      folder.stderr,
      /folder exists already and is not a file\nhelp: name another file with --out\n/,
    );
    const missing = await user.prime(['download', NAME, '--out', 'nowhere/x.tgz']);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /no such file or folder/);
    assert.deepEqual(await listProject(), ['folder']);
  });

  test('leaves no files if the bytes are wrong, too few or missing', async () => {
    for (const [kind, error] of [
      ['flip', 'corrupt'],
      ['truncate', 'unreachable'],
      ['stall', 'timeout'],
    ] as const) {
      proxy.fault = (request) => (isTarball(request) ? { kind } : undefined);
      const args = ['download', NAME, '--remote', proxy.baseUrl, '--timeout', '1', '--json'];
      const { code, stdout } = await user.prime(args);
      assert.deepEqual([code, JSON.parse(stdout).error.code], [1, error]);
      assert.deepEqual(await listProject(), []);
    }
  });

  // Windows cannot send signals to another process.
  const skip = process.platform === 'win32';
  test('leaves no files after an interrupt', { skip }, async () => {
    proxy.fault = (request) => (isTarball(request) ? { kind: 'stall' } : undefined);
    let isSent = false;
    // Once only: a second Ctrl-C ends the process without cleaning up.
    const condition = () => {
      if (isSent) return false;
      isSent = readdirSync(user.project).length > 0;
      return isSent;
    };
    const { code, stdout, stderr } = await user.prime(['download', NAME, '--remote', proxy.baseUrl], {
      killWhen: { signal: 'SIGINT', condition },
    });
    assert.deepEqual([code, stdout, stderr], [130, '', 'interrupted\n']);
    assert.deepEqual(await listProject(), []);
  });

  test('a yanked version is downloaded if it is given exactly, with a warning', async () => {
    const { code, stderr } = await user.prime(['download', `${NAME}@1.1.0-rc.1`]);
    assert.deepEqual([code, stderr], [0, `warning: ${NAME} 1.1.0-rc.1 is yanked\n`]);
    assert.deepEqual(await listProject(), ['acme-web-style-1.1.0-rc.1.tar.gz']);
    assert.equal((await user.prime(['download', `${NAME}@^1.1.0-0`])).code, 1);
  });

  test('a registry cannot choose the path', async () => {
    const rewrite = (body: string) => body.replaceAll('1.0.0', '../../1.0.0');
    proxy.fault = () => ({ kind: 'rewrite', rewrite });
    const { code } = await user.prime(['download', NAME, '--remote', proxy.baseUrl]);
    assert.equal(code, 1);
    assert.deepEqual(await listProject(), []);
  });

  describe('to standard output', () => {
    let temporary: string;
    before(async () => {
      temporary = join(user.project, '..', 'temporary');
      await mkdir(temporary);
    });
    const spawnDownload = (baseUrl: string) =>
      spawn(process.execPath, [PRIME_MAIN, 'download', NAME, '--out', '-', '--remote', baseUrl], {
        cwd: user.project,
        env: { ...process.env, ...user.environment, TMPDIR: temporary, TEMP: temporary },
        timeout: 30_000,
      });
    // The runtime stores its compile cache there too.
    const listTemporary = async () => (await readdir(temporary)).filter((name) => name.startsWith('prime'));

    test('writes the bytes and nothing else', async () => {
      const child = spawnDownload(registry.baseUrl);
      const chunks: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      const [code] = await once(child, 'close');
      assert.equal(code, 0);
      assert.ok(bytes.equals(Buffer.concat(chunks)));
      assert.deepEqual(await listTemporary(), []);
      assert.deepEqual(await listProject(), []);
    });

    test('writes no byte that cannot be verified', async () => {
      proxy.fault = (request) => (isTarball(request) ? { kind: 'flip' } : undefined);
      const args = ['download', NAME, '--out', '-', '--remote', proxy.baseUrl];
      const { code, stdout, stderr } = await user.prime(args);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /SHA-256/);
    });

    test('ends quietly if the reader closes the pipe, and leaves no files', async () => {
      const child = spawnDownload(registry.baseUrl);
      let stderr = '';
      child.stderr.on('data', (chunk) => {
        stderr += chunk;
      });
      child.stdout.once('data', () => child.stdout.destroy());
      const [code] = await once(child, 'close');
      assert.deepEqual([code, stderr], [0, '']);
      assert.deepEqual(await listTemporary(), []);
    });

    test('excludes --json', async () => {
      const { code, stderr } = await user.prime(['download', NAME, '--out', '-', '--json']);
      assert.equal(code, 3);
      assert.match(stderr, /--json and --out - both write to standard output/);
    });
  });

  test('an empty --out is a usage error', async () => {
    assert.equal((await user.prime(['download', NAME, '--out='])).code, 3);
  });
});
