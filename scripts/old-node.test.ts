// The commands on an old Node.js: a sentence, and no stack trace.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const OLD = 'Object.defineProperty(process.versions, "node", { value: "20.1.0" })';

for (const [name, folder] of [
  ['prime', 'cli'],
  ['prime-registry', 'server'],
  ['prime-conformance', 'conformance'],
] as const) {
  test(`${name} says which Node.js it needs`, () => {
    const main = join(import.meta.dirname, `../packages/${folder}/src/main.mjs`);
    const old = ['--import', `data:text/javascript,${encodeURIComponent(OLD)}`];
    const run = (args: readonly string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });
    const { status, stderr } = run([...old, main, '--version']);
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`^${name} needs Node\\.js 24 or newer; this is v`));
    assert.doesNotMatch(stderr, /\n {4}at /);
    assert.equal(run([main, '--version']).status, 0);
  });
}
