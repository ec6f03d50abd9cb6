// Which annotations a command keeps for a forge: a bounded number, and no error is lost to warnings.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { it } from 'node:test';
import { Terminal } from '../../src/terminal/terminal.ts';

it('errors are kept behind however many warnings, and the number of both is bounded', () => {
  const streams = { stdin: process.stdin, stdout: new PassThrough(), stderr: new PassThrough() };
  const terminal = new Terminal(streams);
  for (let index = 0; index < 2000; index += 1) terminal.annotate({ severity: 'warning', message: 'noise' });
  for (let index = 0; index < 2000; index += 1) terminal.annotate({ severity: 'error', message: `${index}` });
  const kept = terminal.annotations.map(({ severity, message }) => `${severity} ${message}`);
  assert.ok(kept.includes('error 0'));
  assert.equal(kept.length, 2000);
});
