// The programs in one file, in a root folder that has neither Node.js nor npm. Builds two: 10 s of processor time.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { bundleProgram } from './bundle-program.ts';
import { type Ended, findRefusal, makeRoot, runIn, startIn } from './test/bare-root.ts';
import { buildLinuxPrograms, COMMIT } from './test/built-programs.ts';

const PRIME = '/bin/prime';
const REGISTRY = '/bin/prime-registry';
/** Options of another version, as the environment of a developer or of an editor can have them. */
const FOREIGN_OPTIONS = { NODE_OPTIONS: '--no-such-option --require /no/such/file.js' };

const refusal = findRefusal();
if (refusal !== undefined) console.error(`NOT TESTED: no program was built and run, because ${refusal}`);

test('the programs do everything without Node.js', { skip: refusal }, async (t) => {
  const folder = await buildLinuxPrograms();
  const started: Started[] = [];
  t.after(async () => {
    // First, as a registry whose folder is gone cannot write at its end what it still has in memory.
    for (const server of started) await stop(server);
    rmSync(folder, { recursive: true });
  });
  assert.deepEqual(
    readdirSync(folder).filter((file) => file.endsWith('.part')),
    [],
  );
  const again = join(folder, 'again');
  const { files } = await bundleProgram('cli', COMMIT, again);
  for (const file of files)
    assert.equal(
      readText(again, file),
      readText(folder, 'prime-bundle', file),
      `${file} is the same each time`,
    );

  const root = join(folder, 'root');
  makeRoot(root, { prime: join(folder, 'prime'), 'prime-registry': join(folder, 'prime-registry') });
  assert.deepEqual(readdirSync(join(root, 'bin')), ['prime', 'prime-registry']);
  const run = async (...command: readonly string[]) => expectSuccess(await runIn(root, command));
  for (const project of ['project', 'mirrored']) mkdirSync(join(root, 'home', project));

  for (const program of [PRIME, REGISTRY]) {
    const version = await runIn(root, [program, '--version'], { environment: FOREIGN_OPTIONS });
    assert.match(version.stdout, /^\d+\.\d+\.\d+ \(0123456789ab\)\n$/);
    assert.deepEqual({ code: version.code, stderr: version.stderr }, { code: 0, stderr: '' });
  }
  // The program gets an argument of Node.js as its own, and does not know it.
  assert.match((await runIn(root, [PRIME, '--inspect'])).stderr, /'--inspect' is not a command/);

  const token = (await run(REGISTRY, 'init', '--data', '/home/data')).trim();
  const origin = await serve(started, root, ['--data', '/home/data', '--workers', '2']);
  const login = await runIn(root, [PRIME, 'login', origin, '--token-stdin'], { input: token });
  expectSuccess(login);
  await run(PRIME, 'config', 'set', 'registries', origin);

  await run(
    PRIME,
    'init',
    '/home/tea',
    '--yes',
    '--name',
    '@kitchen/tea',
    '--description',
    'How to make tea',
  );
  await run(PRIME, 'pack', '/home/tea', '--out', '/home/tea.tar.gz');
  await run(PRIME, 'publish', '/home/tea');
  assert.match(await run(PRIME, 'search', 'tea'), /@kitchen\/tea/);
  await run(PRIME, 'install', '@kitchen/tea', '--project', '/home/project');
  await run(PRIME, 'verify', '--project', '/home/project');
  // A page with its style, which is inside the program.
  const page = await (await fetch(origin)).text();
  const style = /href="([^"]+\.css)"/.exec(page)?.[1];
  assert.equal((await fetch(new URL(style ?? '/no-style', origin))).status, 200);

  const created = await run(
    REGISTRY,
    'token',
    'create',
    '--name',
    'ci',
    '--scope',
    '@kitchen',
    '--data',
    '/home/data',
  );
  assert.match(created, /pri_/);
  await run(REGISTRY, 'backup', '/home/backup', '--data', '/home/data');
  await run(REGISTRY, 'restore', '/home/backup', '--data', '/home/restored');
  await run(REGISTRY, 'export', '/home/export.tar', '--data', '/home/data');
  await run(REGISTRY, 'import', '/home/export.tar', '--data', '/home/imported');
  await run(REGISTRY, 'verify', '--data', '/home/imported');
  // Overwrites the free space of the database in a thread.
  await run(REGISTRY, 'remove', '@kitchen/tea@0.1.0', '--category', 'other', '--data', '/home/imported');

  const upstreams = [{ url: origin, 'allow-private-addresses': true }];
  writeFileSync(join(root, 'home/mirror.yaml'), JSON.stringify({ data: '/home/mirror', upstreams }));
  const mirror = await serve(started, root, ['--config', '/home/mirror.yaml']);
  const through = ['--project', '/home/mirrored', '--remote', mirror];
  await run(PRIME, 'install', '@kitchen/tea@0.1.0', ...through);
  await run(PRIME, 'verify', '--project', '/home/mirrored');
});

function readText(...path: readonly string[]): string {
  return readFileSync(join(...path), 'utf8');
}

interface Started {
  readonly child: ChildProcess;
  /** What it wrote on standard error; resolves at its end. */
  readonly problems: Promise<string>;
}

/** Starts a registry, and adds it to those that were started. @returns its address */
async function serve(started: Started[], root: string, options: readonly string[]): Promise<string> {
  const child = startIn(root, [REGISTRY, 'serve', '--port', '0', ...options]);
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('the server has no output');
  started.push({ child, problems: text(stderr) });
  const lines: string[] = [];
  for await (const line of createInterface(stdout)) {
    lines.push(line);
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (origin === undefined) continue;
    stdout.resume();
    return origin;
  }
  throw new Error(`the server ended: ${lines.join('\n')}`);
}

/** Stops a registry, unless it has ended, and expects that it drains and ends well. */
async function stop({ child, problems }: Started): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const [code] = await closed;
  assert.equal(code, 0, await problems);
}

function expectSuccess({ code, stdout, stderr }: Ended): string {
  assert.equal(code, 0, `${stdout}\n${stderr}`);
  return stdout;
}
