// Commands run in the process of the test, except where a process tells more.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CommandRunner } from '../../testing/testkit/src/in-process.ts';

const WAYS = {
  asProcess: async () => ({ code: 0, stdout: 'process', stderr: '' }),
  inProcess: async () => ({ code: 0, stdout: 'here', stderr: '' }),
};
const wayOf = async (runner: CommandRunner, command: string): Promise<string> =>
  (await runner.run(command, WAYS)).stdout;

test('the first run of each command is a process, and so is a run next to another one', async () => {
  const runner = new CommandRunner('prime', undefined);
  assert.equal(await wayOf(runner, 'install'), 'process');
  assert.equal(await wayOf(runner, 'install'), 'here');
  assert.equal(await wayOf(runner, 'list'), 'process');
  const both = await Promise.all([wayOf(runner, 'list'), wayOf(runner, 'list')]);
  assert.deepEqual(both, ['here', 'process']);
});

test('the processes of a run share the first runs; a run that must be a process is none of them', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'command-runner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [one, two, other] = ['prime', 'prime', 'prime-registry'].map(
    (program) => new CommandRunner(program, folder),
  ) as [CommandRunner, CommandRunner, CommandRunner];
  await one.run('install', { ...WAYS, inProcess: undefined });
  assert.equal(await wayOf(two, 'install'), 'process');
  assert.equal(await wayOf(one, 'install'), 'here');
  assert.equal(await wayOf(other, 'install'), 'process');
  assert.equal(await wayOf(one, '../no file name'), 'process');
  assert.equal(await wayOf(two, '../no file name'), 'here');
});
