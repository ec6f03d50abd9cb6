import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '@prime-registry/command-line';
import { CommandError } from '../../src/errors/command-error.ts';
import { reportError } from '../../src/errors/report-error.ts';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { Terminal } from '../../src/terminal/terminal.ts';
import { assertHarmless } from '../assert-harmless.ts';
import { makeStreams } from '../fake-streams.ts';

function report(error: unknown, { isJson = false, isVerbose = false, command = 'pack' } = {}) {
  const streams = makeStreams();
  const exitCode = reportError(error, { terminal: new Terminal(streams, { isJson, isVerbose }), command });
  return { exitCode, stdout: streams.stdoutText(), stderr: streams.stderrText() };
}

const PROBLEMS = [
  { field: 'name', message: 'is missing' },
  { field: 'prime-version', message: 'is not text', line: 3, column: 16 },
];

test('people read what happened, where, and what to do, on standard error', () => {
  assert.deepEqual(report(new CommandError('it broke', { hint: 'repair it' })), {
    exitCode: 1,
    stdout: '',
    stderr: 'error: it broke\nhelp: repair it\n',
  });
  assert.deepEqual(report(new ValidationError('pack.yaml is not valid', PROBLEMS)), {
    exitCode: 2,
    stdout: '',
    stderr:
      'error: pack.yaml is not valid\n  name           is missing\n  prime-version  is not text (line 3, column 16)\n',
  });
  assert.deepEqual(report(new UsageError('<name> is missing')), {
    exitCode: 3,
    stdout: '',
    stderr: "error: <name> is missing\nRun 'prime pack --help' for details.\n",
  });
});

test('with --json programs read the same on standard output', () => {
  const { exitCode, stdout, stderr } = report(new ValidationError('no', PROBLEMS), { isJson: true });
  assert.equal(exitCode, 2);
  assert.deepEqual(JSON.parse(stdout), { error: { code: 'validation', message: 'no', problems: PROBLEMS } });
  assert.match(stderr, /^error: no\n/);
  const advised = report(new CommandError('no', { hint: 'repair it' }), { isJson: true });
  assert.deepEqual(JSON.parse(advised.stdout), {
    error: { code: 'failed', message: 'no', hint: 'repair it' },
  });
});

test('Ctrl-C is not shown as an error', () => {
  const interruption = new DOMException('This operation was aborted', 'AbortError');
  assert.deepEqual(report(interruption), { exitCode: 130, stdout: '', stderr: 'interrupted\n' });
});

test('--verbose shows the stack trace, including all causes', () => {
  const cause = new Error('the cable is loose', { cause: new Error('a dog ran by') });
  const error = new CommandError('it broke', { cause });
  assert.doesNotMatch(report(error).stderr, /cable/);
  const { stderr } = report(error, { isVerbose: true });
  assert.match(stderr, /CommandError: it broke\n +at /);
  assert.match(
    stderr,
    /caused by Error: the cable is loose\n +at [\s\S]+caused by Error: a dog ran by\n +at /,
  );
});

test('untrusted text has no control characters', () => {
  const hostile = 'a\u001b[2J\u202e\u009b31m\nerror: forged';
  const error = new ValidationError(hostile, [{ field: hostile, message: hostile }], {
    cause: new Error(hostile),
  });
  for (const options of [{}, { isVerbose: true }, { isJson: true }]) {
    const { stdout, stderr } = report(error, options);
    assertHarmless(stdout + stderr);
  }
  assert.doesNotMatch(report(error).stderr, /^error: forged/m);
  assert.equal(JSON.parse(report(error, { isJson: true }).stdout).error.message, hostile);
});
