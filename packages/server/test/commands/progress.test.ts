// How far a command is, on a terminal: one line, which is gone when it is over, and nothing anywhere else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgressLine } from '../../src/commands/progress.ts';

/** A stream that keeps what is written. */
function fakeStream(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, columns: 30, write: (text: string) => written.push(text) > 0 };
  return { written, stream: stream as unknown as NodeJS.WriteStream };
}

test('a line is written over, cut to the width, and taken away', () => {
  const { written, stream } = fakeStream(true);
  const line = createProgressLine(stream);
  line.show('1 of 2 tarballs are there, and that is a long line');
  line.show('too soon for another');
  line.clear();
  line.clear();
  assert.deepEqual(written, ['\r\u001b[2K1 of 2 tarballs are there, an', '\r\u001b[2K']);
});

test('without a terminal nothing is shown', () => {
  const { written, stream } = fakeStream(false);
  const line = createProgressLine(stream);
  line.show('1 of 2');
  line.clear();
  assert.deepEqual(written, []);
});
