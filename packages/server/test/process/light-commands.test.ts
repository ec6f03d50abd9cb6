// Short commands stay short: what they load decides their time and memory, and can be counted without a clock.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeRegistry } from './temporary-registry.ts';

const MAIN = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));

/** Prints every module that the process has loaded, as the last line of standard error. */
const LIST_MODULES = `
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
  process.on('exit', () => process.stderr.write('\\n' + JSON.stringify(urls)));`;

/** What takes most of the time and memory of a server. */
const HEAVY =
  /\/node_modules\/(?!\.)|packages\/(web|client|archive|atoms|blobs|concurrency|threads)\/|server\/src\/(http|routes|mirror|tasks|metrics)\/|node:(http|https|tls|worker_threads|cluster)$|migrations\/\d/;

/** With some room for new settings and options; a server loads more than a thousand. */
const MOST_MODULES = 90;

function listModules(args: readonly string[]): string[] {
  const hook = `data:text/javascript,${encodeURIComponent(LIST_MODULES)}`;
  const output = execFileSync(
    'sh',
    ['-c', '"$@" 2>&1 >/dev/null', 'sh', process.execPath, '--import', hook, MAIN, ...args],
    { encoding: 'utf8' },
  );
  return JSON.parse(output.split('\n').at(-1) ?? '') as string[];
}

describe('a short command loads no server, library, tarball or migration:', () => {
  for (const command of [
    ['--version'],
    ['--help'],
    ['token', 'list'],
    ['token', 'create', '--name', 'a', '--permission', 'read'],
    ['audit', '--json'],
  ]) {
    test(command.slice(0, 2).join(' '), async (t) => {
      const hasData = ['token', 'audit'].includes(command[0] ?? '');
      const modules = listModules([...command, ...(hasData ? ['--data', await makeRegistry(t)] : [])]);
      assert.deepEqual(
        modules.filter((url) => HEAVY.test(url)),
        [],
      );
      assert.ok(modules.length > 10 && modules.length <= MOST_MODULES, `${modules.length} modules`);
      assert.equal(modules.includes('node:sqlite'), hasData, 'the data is read');
    });
  }
});
