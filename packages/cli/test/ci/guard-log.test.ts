// No text of strangers gives an order to the runner of a CI job.
import assert from 'node:assert/strict';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { guardLog, isFile } from '../../src/ci/guard-log.ts';

test('escapes workflow commands at the start of any line, after any white space', () => {
  assert.equal(
    guardLog('::error::x\n \t\u00a0::add-mask::y'),
    '\\u{3a}:error::x\n \t\u00a0\\u{3a}:add-mask::y',
  );
  assert.equal(guardLog('::::stop'), '\\u{3a}:::stop');
});

test('escapes commands that are read anywhere in a line', () => {
  assert.equal(guardLog('a ##[error]x'), 'a \\u{23}#[error]x');
  assert.equal(guardLog('###[group]'), '#\\u{23}#[group]');
  assert.equal(guardLog('a ##vso[task.x]'), 'a \\u{23}#vso[task.x]');
  assert.equal(guardLog('a ##TeamCity[x]'), 'a \\u{23}#TeamCity[x]');
});

test('takes time for the length of a text, however it is made', { timeout: 60_000 }, () => {
  for (const unit of ['\r', '\t\r', '\u2028', ' ', '#', ' :']) {
    const text = unit.repeat(2 ** 20);
    assert.equal(guardLog(text), text);
  }
  assert.equal(guardLog('\r \u2028 ::x'), '\r \u2028 \\u{3a}:x');
});

test('changes nothing else', () => {
  for (const text of ['a::b', '## Title', '# [link]', 'x: ::y', '@acme/rule', 'a\n:b\n', '##abc'])
    assert.equal(guardLog(text), text);
});

test('knows a file from a pipe', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guard-'));
  await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  await using file = await open(join(folder, 'out'), 'w');
  assert.equal(isFile(file), true);
  assert.deepEqual([isFile({}), isFile({ fd: -1 }), isFile({ fd: 'x' })], [false, false, false]);
});
