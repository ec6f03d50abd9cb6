// Programs that end as a group.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runInGroup } from './run-in-group.ts';

const SOURCE = pathToFileURL(`${import.meta.dirname}/run-in-group.ts`).href;
/** Starts a program that waits, says its process id, and waits as well. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  console.log(child.pid);
  setInterval(() => {}, 1000);
`;

test('the exit code is that of the program', async () => {
  assert.equal(await runInGroup(process.execPath, ['-e', 'process.exit(3)'], {}), 3);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`${signal} ends also what the program has started`, {
    skip: process.platform === 'win32',
  }, async () => {
    const script = `
      import { runInGroup } from ${JSON.stringify(SOURCE)};
      await runInGroup(process.execPath, ['-e', ${JSON.stringify(PARENT)}], {});
      console.log('cleaned up');
    `;
    const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    for await (const line of createInterface(runner.stdout)) {
      lines.push(line);
      if (lines.length === 1) runner.kill(signal);
    }
    // Its output is closed: no process that has it is left.
    if (runner.exitCode === null && runner.signalCode === null) await once(runner, 'exit');
    assert.match(lines[0] ?? '', /^\d+$/);
    assert.equal(lines[1], 'cleaned up');
  });
