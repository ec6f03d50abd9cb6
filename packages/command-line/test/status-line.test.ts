// The progress line of a command: shown only on a terminal, and removed when the command is done.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StatusLine } from '../src/index.ts';

/** A stream that keeps what is written. */
function fakeStream(isTTY: boolean, columns = 30) {
  const written: string[] = [];
  return { written, stream: { isTTY, columns, write: (text: string) => written.push(text) } };
}

test('a text is cut to the width, overwritten and removed', () => {
  const { written, stream } = fakeStream(true);
  const line = new StatusLine(stream);
  line.show('1 of 2 tarballs are there, and that is a long line');
  line.show('too soon for another');
  line.clear();
  line.clear();
  line.show('2 of 2');
  assert.deepEqual(written, ['\r\u001b[2K1 of 2 tarballs are there, an', '\r\u001b[2K', '\r\u001b[2K2 of 2']);
});

test('a terminal that does not know its width is 80 cells wide', () => {
  const { written, stream } = fakeStream(true, 0);
  new StatusLine(stream).show('x'.repeat(100));
  assert.deepEqual(written, [`\r\u001b[2K${'x'.repeat(79)}`]);
});

test('without a terminal nothing is written', () => {
  const { written, stream } = fakeStream(false);
  const line = new StatusLine(stream);
  line.show('1 of 2');
  line.clear();
  assert.deepEqual(written, []);
});
