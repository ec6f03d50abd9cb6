// What the commands of releases say when they fail.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const COMMAND = JSON.stringify(join(import.meta.dirname, 'fail-in-a-sentence.ts'));

/** Runs a command whose work are these statements. */
function run(statements: string) {
  const script = `
    import { writeFileSync } from 'node:fs';
    const { failInASentence } = await import(${COMMAND});
    await failInASentence(async () => { ${statements} }, 'pack: ');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  return { code: status, stderr };
}

test('a full disk is one sentence', { skip: !existsSync('/dev/full') }, () => {
  assert.deepEqual(run(`writeFileSync('/dev/full', 'text')`), {
    code: 1,
    stderr: 'pack: the disk is full: free some space, and run this again.\n',
  });
});

test('so is what a build says, and what the system refuses; a fault in the code has its stack', () => {
  assert.deepEqual(run(`throw new Error('it is too large')`), { code: 1, stderr: 'pack: it is too large\n' });
  assert.match(run(`writeFileSync('/no/such/folder', '')`).stderr, /^pack: ENOENT: .*\n$/);
  assert.match(run(`undefined.x`).stderr, /TypeError.*\n {4}at /);
});
