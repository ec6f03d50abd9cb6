// How the program of a command ends.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('a command that waits for what cannot come is no success', () => {
  const script = `
    import { runMain } from ${JSON.stringify(import.meta.resolve('../src/run-main.mjs'))};
    void runMain('prime', () => new Promise(() => undefined));`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  assert.match(stderr, /^prime: the command did not end, and nothing is left to wait for/);
  assert.equal(status, 1);
});
