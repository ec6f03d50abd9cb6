// Runs the command lines of README.md as a reader does, in a folder with the packages of a release.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { ROOT, readManifest } from '../build/published-packages.ts';
import { userEnvironment } from './install-packages.ts';
import { LEFT_OUT, listReadmeLines, type ReadmeLine } from './readme-lines.ts';

/** What a command gets in place of a terminal. */
const INSTEAD_OF_A_TERMINAL = [
  { pattern: /^prime login /, flag: '--token-stdin' },
  { pattern: /^prime publish /, flag: '--yes' },
];

// Between two releases, the README names the files of the last one.
const PACKAGE_VERSION = /(?<=-)\d+\.\d+\.\d+(?=\.tgz)/g;
// A command that hangs must fail the test.
const TIMEOUT_MS = 120_000;

interface Server {
  readonly address: string;
  readonly token: string;
}

/**
 * Runs them.
 * @param tarballs - paths of the packages
 * @param work - a folder that is created
 */
export async function runReadme(tarballs: readonly string[], work: string, t: TestContext): Promise<void> {
  const elsewhere = join(work, 'elsewhere');
  mkdirSync(elsewhere, { recursive: true });
  // Otherwise npx looks for the tarballs in a folder above that has one.
  mkdirSync(join(work, 'node_modules'));
  for (const tarball of tarballs) copyFileSync(tarball, join(work, basename(tarball)));
  const { version } = readManifest('server');
  const environment = environmentOf(work);
  let server: Server | undefined;
  const run = (line: ReadmeLine): void => {
    const { command, output, isElsewhere } = line;
    // In the clone, such a line makes the commands of the sources available.
    const isClone = command.startsWith('export PATH=');
    const shown = isClone ? `${command} && prime --version && prime-registry --version` : command;
    const cwd = isClone ? ROOT : isElsewhere ? elsewhere : work;
    const flags = INSTEAD_OF_A_TERMINAL.filter(({ pattern }) => pattern.test(command)).map(
      ({ flag }) => flag,
    );
    const text = [shown, ...flags]
      .join(' ')
      .replaceAll('http://127.0.0.1:4000', server?.address ?? 'http://127.0.0.1:4000')
      .replaceAll('pri_…', server?.token ?? 'pri_…')
      .replaceAll(PACKAGE_VERSION, version);
    const { status, stdout, stderr } = spawnSync('sh', ['-c', text], {
      cwd,
      encoding: 'utf8',
      env: environment,
      input: server?.token ?? '',
      timeout: TIMEOUT_MS,
    });
    assert.equal(status, 0, `${command}: ${stderr}${stdout}`);
    if (output === '') return;
    const said = stdout.replaceAll(server?.address ?? '\n', 'http://127.0.0.1:4000').trim();
    assert.equal(said, output, command);
  };

  const hasCurl = spawnSync('curl', ['--version']).status === 0;
  const lines = listReadmeLines(readFileSync(join(ROOT, 'README.md'), 'utf8'));
  for (const { pattern, reason } of LEFT_OUT)
    assert.ok(
      lines.some(({ command }) => pattern.test(command)),
      `the README has no ${pattern} (${reason})`,
    );
  for (const line of lines) {
    if (LEFT_OUT.some(({ pattern }) => pattern.test(line.command))) continue;
    if (line.command.startsWith('curl ') && !hasCurl) {
      t.diagnostic(`curl is not installed: ${line.command} was not run`);
      continue;
    }
    if (line.command.endsWith(' serve')) {
      assert.equal(server, undefined, 'the README starts one registry');
      const command = line.command.replaceAll(PACKAGE_VERSION, version);
      server = await startServer(command, work, environment, t);
    } else run(line);
  }
  assert.notEqual(server, undefined, 'the README starts a registry');
}

/** Node.js of this process, npm's global folder in the work folder, no network, and no settings of the developer. */
function environmentOf(work: string): NodeJS.ProcessEnv {
  const global = join(work, 'global');
  const path = [join(global, 'bin'), dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
  return userEnvironment({
    HOME: work,
    XDG_CACHE_HOME: join(work, 'cache'),
    PRIME_CONFIG_DIR: join(work, 'config'),
    PATH: path,
    npm_config_prefix: global,
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
    // Any free port, because the usual one may be taken.
    PRIME_REGISTRY_PORT: '0',
  });
}

async function startServer(
  command: string,
  cwd: string,
  environment: NodeJS.ProcessEnv,
  t: TestContext,
): Promise<Server> {
  // A process group, because npx and the shell are between this process and the registry.
  const child = spawn('sh', ['-c', command], { cwd, env: environment, detached: true });
  const ended = once(child, 'close');
  const timer = setTimeout(() => endGroup(child, 'SIGKILL'), TIMEOUT_MS);
  t.after(async () => {
    clearTimeout(timer);
    endGroup(child, 'SIGTERM');
    await ended;
  });
  let output = '';
  const collect = (text: string): void => {
    output += text;
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  let isEnded = false;
  child.on('close', () => {
    isEnded = true;
  });
  while (!isEnded && !/pri_\w+/.test(output)) await Promise.race([once(child.stdout, 'data'), ended]);
  const address = /^prime-registry is listening on (\S+)$/m.exec(output)?.[1];
  const token = /^Admin token, shown only this once: (pri_\w+)/m.exec(output)?.[1];
  if (address === undefined || token === undefined) return assert.fail(`${command}: ${output}`);
  return { address, token };
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal);
}
