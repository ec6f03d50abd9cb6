// Short commands stay short: what they load decides their time and memory, and can be counted without a clock.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeRegistry } from './temporary-registry.ts';

/** The sources, whose files have names. `main.mjs` would start the bundle of the clone. */
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Prints every module that the process has loaded, as the last line of standard error. */
const LIST_MODULES = `
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
  process.on('exit', () => process.stderr.write('\\n' + JSON.stringify(urls)));`;

/** What takes most of the time and memory of a server. */
const HEAVY =
  /\/node_modules\/(?!\.)|packages\/(web|client|archive|atoms|lint|threads)\/|protocol\/src\/(index|wire\/.*)\.ts|server\/src\/(http|routes|tasks|metrics)\/|node:(http|https|tls|worker_threads|cluster)$|migrations\/\d/;
/** What only commands about tarballs need. */
const TARBALLS = /packages\/(blobs|concurrency)\//;

/** With some room for new settings and options; a server loads more than a thousand. */
const MOST_MODULES = 130;
const MOST_MODULES_WITH_TARBALLS = 160;

function listModules(args: readonly string[]): string[] {
  const hook = `data:text/javascript,${encodeURIComponent(LIST_MODULES)}`;
  const output = execFileSync(
    'sh',
    ['-c', '"$@" 2>&1 >/dev/null', 'sh', process.execPath, '--import', hook, MAIN, ...args],
    { encoding: 'utf8' },
  );
  return JSON.parse(output.split('\n').at(-1) ?? '') as string[];
}

/** Commands, and whether they read tarballs. `verify` is none: it hashes the log, for which it needs the whole store. */
const SHORT: readonly (readonly [command: readonly string[], needsTarballs: boolean])[] = [
  [['--version'], false],
  [['--help'], false],
  [['token', 'list'], false],
  [['token', 'create', '--name', 'a', '--permission', 'read'], false],
  [['audit', '--json'], false],
  [['migrate'], false],
  [['migrate', '--dry-run'], false],
  [['mirror', 'status'], false],
  [['mirror', 'status', '--primes'], false],
  [['mirror', 'forget', 'http://127.0.0.1:1', '--upstreams', 'http://127.0.0.1:1'], false],
  [['mirror', 'evict', '--dry-run', '--mirror-max-age', '1d'], true],
  [['gc', '--delete'], true],
  [['backup', 'BACKUP'], true],
  [['lost-versions', 'list'], true],
  [['lost-versions', 'settle'], true],
];

describe('a short command loads no server, library or migration:', () => {
  for (const [command, needsTarballs] of SHORT) {
    test(command.slice(0, 3).join(' '), async (t) => {
      const hasData = !['--version', '--help'].includes(command[0] ?? '');
      const data = hasData ? await makeRegistry(t) : '';
      // As a server makes it at its first start; settle writes into it.
      if (hasData) await mkdir(join(data, 'blobs'), { recursive: true });
      const args = command.map((word) => (word === 'BACKUP' ? `${data}-backup` : word));
      t.after(() => rm(`${data}-backup`, { recursive: true, force: true }));
      const modules = listModules([...args, ...(hasData ? ['--data', data] : [])]);
      const unwanted = modules.filter((url) => HEAVY.test(url) || (!needsTarballs && TARBALLS.test(url)));
      assert.deepEqual(unwanted, []);
      const most = needsTarballs ? MOST_MODULES_WITH_TARBALLS : MOST_MODULES;
      assert.ok(modules.length > 10 && modules.length <= most, `${modules.length} modules`);
      assert.equal(modules.includes('node:sqlite'), hasData, 'the data is read');
    });
  }
});
