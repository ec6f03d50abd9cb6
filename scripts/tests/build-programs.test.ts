// The programs that tests start as processes are built from the sources, once.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildPrograms } from './build-programs.ts';

const SOURCES = join(import.meta.dirname, '../../packages');

/** The output of a command that must succeed. */
function runMain(main: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
}

test('built programs answer as their sources do, and runs at the same time share them', async () => {
  const [folder, same] = await Promise.all([buildPrograms(), buildPrograms()]);
  assert.equal(same, folder);
  for (const [name, source] of [
    ['server', 'server/src/main.mjs'],
    ['cli', 'cli/src/main.mjs'],
  ] as const) {
    for (const flag of ['--version', '--help']) {
      assert.equal(
        runMain(join(folder, name, 'main.js'), flag),
        runMain(join(SOURCES, source), flag),
        `${name} ${flag}`,
      );
    }
  }
});
