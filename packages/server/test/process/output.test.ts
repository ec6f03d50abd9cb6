// Standard output on a full disk, or without a reader: a command says so instead of a stack, and does not succeed.
import assert from 'node:assert/strict';
import { PassThrough, Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { runCommand } from '../../src/commands/index.ts';
import { makeRegistry } from './temporary-registry.ts';

async function runInto(code: string, args: readonly string[]): Promise<{ code: number; stderr: string }> {
  const stdout = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`${code}: no`), { code })),
  });
  const stderr = new PassThrough();
  const exitCode = await runCommand(args, { env: {}, stdin: Readable.from([]), stdout, stderr });
  stderr.end();
  return { code: exitCode, stderr: await text(stderr) };
}

test('what cannot be printed is a failure of the command', async (t) => {
  const data = ['--data', await makeRegistry(t)];
  const complaint = 'prime-registry: standard output cannot be written: ENOSPC: no\n';
  const created = await runInto('ENOSPC', ['token', 'create', '--name', 'a', '--scope', '@a', ...data]);
  assert.equal(created.code, 1);
  assert.match(created.stderr, /^Token [0-9a-f]{12}; it cannot be shown again\.\n/);
  assert.ok(created.stderr.endsWith(complaint), created.stderr);
  for (const args of [
    ['--version'],
    ['token', 'list', ...data],
    ['verify', ...data],
    ['export', '-', ...data],
  ])
    assert.deepEqual(await runInto('ENOSPC', args), { code: 1, stderr: complaint }, args.join(' '));

  for (const args of [['--help'], ['token', 'list', ...data], ['verify', ...data]])
    assert.deepEqual(await runInto('EPIPE', args), { code: 1, stderr: '' }, args.join(' '));
  const { stderr } = await runInto('EPIPE', ['export', '-', ...data]);
  assert.match(stderr, /the reader closed standard output before the end/);
});
