// What is in the image, and that the registry works in it: started in the folder with its files, with the root read-only.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Actor, eventually } from '@prime-registry/testkit';
import { COMMIT, packOneOnce } from '../pack/test/packed-once.ts';
import { USER_ID } from './base/base-files.ts';
import { type ImageContent, readImage } from './build-image.ts';
import { Container, findObstacle } from './container.ts';
import { makeContainerConfig } from './image-config.ts';
import { completeEntries, type ImageEntry } from './oci/image-entry.ts';
import { writeRootFolder } from './write-root-folder.ts';

const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
const COMMAND = '/usr/local/bin/prime-registry';

describe('the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'image-test-'));
  let content: ImageContent | undefined;
  /** Why it could not be made: a machine without a mirror of Debian. */
  let absence = '';

  before(async () => {
    const { path: tarball } = await packOneOnce('server');
    content = await readImage({ architecture, tarball }).catch((error: Error) => {
      absence = `the image cannot be made here: ${error.message}`;
      console.error(`\nWARNING: the image is not tested. ${absence}\n`);
      return undefined;
    });
  });
  after(() => {
    // Other test files run in this process, and the binary of Node.js is large.
    content = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  const entriesOf = (): readonly ImageEntry[] =>
    content?.layers.flatMap(({ entries }) => completeEntries(entries)) ?? [];

  test('has nothing that gives rights, and nothing to write to except the volume', (t) => {
    if (content === undefined) return t.skip(absence);
    for (const { path, kind, mode, owner = 0 } of entriesOf()) {
      if (kind === 'link') continue;
      assert.equal(mode & 0o7000, 0, `${path} has no setuid, setgid or sticky bit`);
      assert.equal(mode & 0o022, 0, `${path} cannot be written by others`);
      assert.equal(owner, path === 'data' ? USER_ID : 0, `owner of ${path}`);
    }
  });

  test('has no shell, no npm and no package manager', (t) => {
    if (content === undefined) return t.skip(absence);
    const programs = entriesOf().filter(({ kind, mode }) => kind === 'file' && (mode & 0o111) !== 0);
    const names = programs.map(({ path }) => path).filter((path) => !/\.so\.\d+$/.test(path));
    assert.deepEqual(names.toSorted(), ['usr/local/bin/node', 'usr/local/bin/prime-registry']);
  });

  test('says where its files are from: licenses, and a description of each package for scanners', (t) => {
    if (content === undefined) return t.skip(absence);
    const files = new Map(entriesOf().map((entry) => [entry.path, entry]));
    for (const [path] of files) {
      const [, name] = /^var\/lib\/dpkg\/status\.d\/(.+)$/.exec(path) ?? [];
      if (name === undefined) continue;
      assert.match(
        String(files.get(path)?.content),
        new RegExp(`^Package: ${name.replaceAll('+', '\\+')}$`, 'm'),
      );
      const documents = files.get(`usr/share/doc/${name}`);
      const place =
        documents?.kind === 'link' ? `usr/share/doc/${documents.target}` : `usr/share/doc/${name}`;
      assert.ok(files.has(`${place}/copyright`), `the license of ${name}`);
    }
    for (const name of ['LICENSE', 'dist/THIRD-PARTY-LICENSES.txt', 'THIRD-PARTY-LICENSES.txt'])
      if (!name.startsWith('dist')) assert.ok(files.has(`opt/prime-registry/${name}`), name);
    assert.ok(files.has('usr/share/doc/node/copyright'));
  });

  test('runs the registry: init, publish, probe, commands, SIGTERM, a restart with the same data', async (t) => {
    if (content === undefined) return t.skip(absence);
    const obstacle = findObstacle();
    if (obstacle !== undefined) {
      console.error(`\nWARNING: the registry is not started in its image: ${obstacle}\n`);
      return t.skip(obstacle);
    }
    const [root, data] = [join(folder, 'root'), join(folder, 'data')];
    writeRootFolder(
      content.layers.map(({ entries }) => entries),
      root,
    );
    mkdirSync(data, { mode: 0o750 });
    if (Container.hasUser) chownSync(data, USER_ID, USER_ID);
    const port = await findFreePort();
    const { Env } = makeContainerConfig({ architecture, version: content.version, createdSeconds: 0 });
    const environment = Object.fromEntries((Env as string[]).map((line) => line.split('=')));
    const container = new Container(root, data, {
      ...environment,
      PRIME_REGISTRY_HOST: '127.0.0.1',
      PRIME_REGISTRY_PORT: String(port),
    });

    const version = await container.run([COMMAND, '--version']);
    assert.equal(version.stdout, `${content.version} (${COMMIT.slice(0, 12)})\n`);
    const attempt = "require('node:fs').writeFileSync(process.argv[1], '')";
    const written = await container.run(['/usr/local/bin/node', '-e', attempt, '/opt/prime-registry/x']);
    assert.match(written.stderr, /EROFS/, 'the root is read-only');
    const user = await container.run(['/usr/local/bin/node', '-p', 'process.getuid()']);
    if (Container.hasUser) assert.equal(user.stdout, `${USER_ID}\n`);

    const first = await container.run([COMMAND, 'init']);
    const admin = new Actor(`http://127.0.0.1:${port}`, first.stdout.trim());
    const probe = ['/usr/local/bin/node', ...(readProbe() as string[])];
    assert.equal((await container.run(probe)).code, 1, 'nothing answers yet');

    for (const workers of ['1', '2']) {
      const server = container.start([COMMAND, 'serve'], { PRIME_REGISTRY_WORKERS: workers });
      let log = '';
      for (const stream of [server.stdout, server.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          log += text;
        });
      t.after(() => server.kill('SIGKILL'));
      await eventually(() => assert.match(log, /^prime-registry is listening on /m));
      assert.doesNotMatch(log, /Admin token/, 'the data of init is there');
      assert.equal((await container.run(probe)).code, 0);
      assert.equal((await admin.publish({ version: `1.0.${workers}` }))?.status, 201);
      const { stdout, stderr } = await container.run([
        COMMAND,
        'token',
        'create',
        '--name',
        workers,
        '--scope',
        '@acme',
      ]);
      const author = new Actor(`http://127.0.0.1:${port}`, /pri_\w+/.exec(stdout)?.[0]);
      assert.equal((await author.publish({ version: `1.1.${workers}` }))?.status, 201, stderr);
      server.kill('SIGTERM');
      const [code] = (await once(server, 'exit')) as [number | null];
      assert.equal(code, 0, log);
      assert.match(log, /"signal":"SIGTERM"/);
    }
    const { stdout } = await container.run([COMMAND, 'verify']);
    assert.match(stdout, /4 versions/);
  });
});

/** The command of the health check, without Node.js. */
function readProbe(): unknown {
  const { Healthcheck } = makeContainerConfig({ architecture, version: '', createdSeconds: 0 });
  return (Healthcheck as { Test: string[] }).Test.slice(2);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
