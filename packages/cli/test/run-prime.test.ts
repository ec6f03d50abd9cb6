import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { describeRelease } from '@prime-registry/launch';
import {
  createPrimeUser,
  PRIME_MAIN,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { describeUsage } from '../src/command-line.ts';
import { search } from '../src/commands/find/search.ts';
import { describeCommands } from '../src/commands-help.ts';
import { runPrime } from '../src/run-prime.ts';
import { makeStreams } from './fake-streams.ts';

const SEARCH_HELP = describeUsage(
  { name: 'search', summary: 'Search what is installed, and the registries' },
  search.usage,
);
const DESCRIPTION = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Runs it in this process, which is fast. */
async function run(...args: string[]) {
  const streams = makeStreams();
  const code = await runPrime(args, { ...streams, env: {}, cwd: () => '/nowhere' });
  return { code, stdout: streams.stdoutText(), stderr: streams.stderrText() };
}

describe('prime', () => {
  let registry: TestRegistry;
  let user: PrimeUser;
  before(async () => {
    registry = await startRegistry();
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    await registry.admin.mustPublish();
    await mkdir(join(user.project, 'sub'));
  });
  after(() => Promise.all([registry.stop(), user.remove()]));

  test('shows its help, its version and the help of a command', async () => {
    const [help, version, search1, search2] = await Promise.all([
      user.prime(['--help']),
      user.prime(['--version']),
      user.prime(['search', '--help']),
      user.prime(['help', 'search']),
    ]);
    assert.deepEqual(help, { code: 0, stdout: describeCommands(), stderr: '' });
    assert.ok(describeRelease().startsWith(DESCRIPTION.version));
    assert.deepEqual(version, { code: 0, stdout: `${describeRelease()}\n`, stderr: '' });
    assert.deepEqual(search1, { code: 0, stdout: SEARCH_HELP, stderr: '' });
    assert.deepEqual(search2, search1);
  });

  test('says in an old Node.js which one it needs, instead of a stack trace', () => {
    const old =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })";
    const { bin } = DESCRIPTION as { bin: { prime: string } };
    const door = fileURLToPath(new URL(`../${bin.prime}`, import.meta.url));
    const args = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, door, '--version'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^prime needs Node\.js 24 or newer; this is v/);
    assert.doesNotMatch(stderr, /^\s+at /m);
  });

  test('accepts several spellings of the same request', async () => {
    for (const args of [[], ['-h'], ['help'], ['help', '--help']]) {
      assert.deepEqual(await run(...args), { code: 0, stdout: describeCommands(), stderr: '' });
    }
    assert.equal((await run('-v')).stdout, `${describeRelease()}\n`);
    assert.equal((await run('search', 'web', '-h')).stdout, SEARCH_HELP);
  });

  test('says what is wrong with a command line, with exit code 3 and nothing on standard output', async () => {
    for (const [args, stderr] of [
      [['serach'], "there is no command 'serach'; did you mean 'search'?\nRun 'prime --help' for"],
      [['frobnicate'], "there is no command 'frobnicate'\nRun 'prime --help' for a list of commands.\n"],
      [['help', 'serach'], "there is no command 'serach'; did you mean 'search'?\n"],
      [
        ['--verbose', 'ls'],
        "'--verbose' is not a command; write options after it: prime <command> --verbose\n",
      ],
      [['a\u001b[2J'], "there is no command 'a\\u{1b}[2J'\n"],
      [
        ['search', 'x', '--limt', '3'],
        "there is no option '--limt'; did you mean '--limit'?\nRun 'prime search --help'",
      ],
      [['search', 'x', '--limit'], "'--limit' needs a value: --limit <number>\n"],
      [['info'], '<name>[@<range>] is missing\n'],
      [['info', '@a/b', '@c/d'], "'@c/d' is one argument too many\n"],
    ] as const) {
      const result = await run(...args);
      assert.deepEqual([result.code, result.stdout], [3, '']);
      assert.ok(result.stderr.startsWith(`error: ${stderr}`), result.stderr);
    }
  });

  test('with --json writes errors as JSON to standard output, and for people to standard error', async () => {
    for (const [args, code, word] of [
      [['serach', '--json'], 3, 'usage'],
      [['search', '--json', '--limt'], 3, 'usage'],
      [['info', '@acme/nothing', '--json'], 1, 'not_found'],
    ] as const) {
      const result = await user.prime(args);
      assert.equal(result.code, code);
      const { error } = JSON.parse(result.stdout);
      assert.equal(error.code, word);
      assert.ok(result.stderr.startsWith(`error: ${error.message}\n`), result.stderr);
    }
  });

  test('says how to configure a registry if there is none', async () => {
    const { code, stderr } = await user.prime(['search', 'web'], { environment: { PRIME_REGISTRY: '' } });
    assert.equal(code, 3);
    assert.match(stderr, /--remote/);
  });

  test('writes colours only to terminals', async () => {
    const line = ['info', '@acme/web-style'];
    const [piped, forced, refused] = await Promise.all([
      user.prime(line),
      user.prime(line, { environment: { FORCE_COLOR: '1' } }),
      user.prime(line, { environment: { NO_COLOR: '1' } }),
    ]);
    assert.ok(!piped.stdout.includes('\u001b'));
    assert.ok(forced.stdout.startsWith('\u001b[1m@acme/web-style 1.0.0\u001b[22m\n'), forced.stdout);
    assert.equal(refused.stdout, piped.stdout);
    const failed = await user.prime(['info', 'x'], { environment: { FORCE_COLOR: '1' } });
    assert.ok(failed.stderr.startsWith('\u001b[31merror:\u001b[39m '), failed.stderr);
    const json = await user.prime([...line, '--json'], { environment: { FORCE_COLOR: '1' } });
    assert.equal(JSON.parse(json.stdout).name, '@acme/web-style');
  });

  test('works in the folder of --project', async () => {
    for (const args of [
      ['--project', 'sub'],
      ['-C', join(user.project, 'sub')],
    ]) {
      const { code, stdout } = await user.prime(['download', '@acme/web-style', '--json', ...args]);
      assert.equal(code, 0);
      assert.equal(JSON.parse(stdout).path, join(user.project, 'sub', 'acme-web-style-1.0.0.tar.gz'));
    }
  });

  test('ends quietly if nobody reads its output', async () => {
    for (const [args, closed, code] of [
      [['--help'], 'stdout', 0],
      [['search', 'web'], 'stdout', 0],
      [['info', 'x'], 'stderr', 3],
      [['info', 'x', '--json'], 'stdout', 3],
    ] as const) {
      const child = spawn(process.execPath, [PRIME_MAIN, ...args], {
        env: { ...process.env, ...user.environment },
      });
      child[closed].destroy();
      let other = '';
      child[closed === 'stdout' ? 'stderr' : 'stdout'].on('data', (chunk) => {
        other += chunk;
      });
      assert.deepEqual(await once(child, 'close'), [code, null]);
      assert.doesNotMatch(other, /EPIPE|node:|\bat /);
    }
  });

  test('shows its requests with --verbose, on standard error', async () => {
    const { code, stdout, stderr } = await user.prime(['search', 'web', '--verbose', '--json']);
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).results.length, 1);
    assert.match(stderr, /GET .*\/search\?q=web/);
  });
});
