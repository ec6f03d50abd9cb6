import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WriteStream } from 'node:tty';
import { widthOf } from '@prime-registry/command-line';
import { NO_CI } from '../../src/ci/ci-environment.ts';
import { Terminal } from '../../src/terminal/terminal.ts';
import { makeStreams } from '../fake-streams.ts';

const CLEAR_LINE = '\r\u001b[2K';

/** The text on the screen after each time a line was cleared. */
const drawings = (text: string) => text.split(CLEAR_LINE);

test('notes, warnings and details go to standard error, details only with --verbose', () => {
  for (const isVerbose of [false, true]) {
    const streams = makeStreams();
    const terminal = new Terminal(streams, { isVerbose });
    terminal.note('one');
    terminal.warn('two');
    terminal.detail('three');
    assert.equal(streams.stderrText(), `one\nwarning: two\n${isVerbose ? 'three\n' : ''}`);
    assert.equal(streams.stdoutText(), '');
  }
});

test('only a terminal gets colours', () => {
  const [plain, colourful] = [makeStreams(), makeStreams({ columns: 80 })];
  assert.equal(new Terminal(plain).paint('red', 'x'), 'x');
  assert.equal(new Terminal(plain).paintNote('red', 'x'), 'x');
  assert.equal(new Terminal(colourful).paint('red', 'x'), '\u001b[31mx\u001b[39m');
  const piped = new Terminal({ ...colourful, stdout: plain.stdout });
  assert.equal(piped.paint('red', 'x'), 'x', 'results are piped');
  assert.equal(piped.paintNote('red', 'x'), '\u001b[31mx\u001b[39m', 'notes are not');
});

test('NO_COLOR turns colours off on a terminal too', () => {
  const streams = makeStreams({ columns: 80 });
  Object.assign(streams.stdout, { getColorDepth: WriteStream.prototype.getColorDepth });
  const environment = process.env;
  try {
    // No other variable may interfere, such as CI.
    process.env = { TERM: 'xterm-256color' };
    assert.notEqual(new Terminal(streams).paint('red', 'x'), 'x');
    process.env.NO_COLOR = '1';
    assert.equal(new Terminal(streams).paint('red', 'x'), 'x');
  } finally {
    process.env = environment;
  }
});

test('questions can be asked on a terminal, unless a program reads the result', () => {
  const [pipes, tty] = [makeStreams(), makeStreams({ columns: 80 })];
  assert.equal(new Terminal(tty).isInteractive, true);
  assert.equal(new Terminal({ ...tty, stdout: pipes.stdout }).isInteractive, true, 'only results are piped');
  assert.equal(new Terminal({ ...tty, stdin: pipes.stdin }).isInteractive, false);
  assert.equal(new Terminal({ ...tty, stderr: pipes.stderr }).isInteractive, false);
  assert.equal(new Terminal(tty, { isJson: true }).isInteractive, false);
});

test('the terminal of a CI job is not asked, and gets no progress', () => {
  const tty = makeStreams({ columns: 80 });
  const terminal = new Terminal(tty, { ci: { ...NO_CI, isCi: true } });
  assert.equal(terminal.isInteractive, false);
  terminal.progress('Publishing', 10).update(5);
  assert.equal(tty.stderrText(), '');
});

describe('progress', () => {
  test('is on one line within the width of the terminal, and is removed at the end', () => {
    for (const [columns, width] of [
      [100, 100],
      [40, 40],
      [10, 10],
      [0, 80],
    ] as const) {
      const streams = makeStreams({ columns });
      const progress = new Terminal(streams).progress('@acme/web-style 1.0.0', 1000);
      progress.update(500, 'a very long text '.repeat(20));
      progress.end();
      const [before, line = '', after] = drawings(streams.stderrText());
      assert.equal(before, '');
      assert.ok(line.startsWith('@acme/web') && widthOf(line) < width, `${columns}: ${line}`);
      assert.equal(after, '', 'the line is cleared');
      assert.doesNotMatch(streams.stderrText(), /\n/);
      assert.equal(streams.stdoutText(), '');
    }
  });

  test('shows the finished part, and stays full beyond the total', () => {
    for (const [done, shown] of [
      [0, '[                        ]   0 % now'],
      [500, '[============            ]  50 % now'],
      [999, '[========================]  99 % now'],
      [5000, '[========================] 100 % now'],
    ] as const) {
      const streams = makeStreams({ columns: 80 });
      new Terminal(streams).progress('load', 1000).update(done, 'now');
      assert.equal(drawings(streams.stderrText())[1], `load ${shown}`);
    }
  });

  test('has no control characters from its text', () => {
    const streams = makeStreams({ columns: 80 });
    new Terminal(streams).progress('load', 1).update(1, 'a\u001b[31m\n\u202eb');
    assert.match(streams.stderrText(), /100 % a\\u\{1b\}\[31m \\u\{202e\}b$/);
  });

  test('is cleared for a warning', () => {
    const streams = makeStreams({ columns: 80 });
    const terminal = new Terminal(streams);
    const progress = terminal.progress('load', 2);
    progress.update(1);
    terminal.note('look here');
    progress.update(2);
    progress.end();
    const [, first, second, third, last] = drawings(streams.stderrText());
    assert.match(first ?? '', /50 %/);
    assert.equal(second, 'look here\n');
    assert.match(third ?? '', /100 %/);
    assert.equal(last, '');
  });

  test('writes nothing at its end if it was never shown', () => {
    const streams = makeStreams({ columns: 80 });
    const terminal = new Terminal(streams);
    terminal.progress('load', 10).end();
    terminal.note('done');
    assert.equal(streams.stderrText(), 'done\n');
  });

  test('is silent without a terminal, with --verbose, and if there is nothing to do', () => {
    const streams = [makeStreams(), makeStreams({ columns: 80 }), makeStreams({ columns: 80 })] as const;
    const silent = [
      new Terminal(streams[0]).progress('load', 10),
      new Terminal(streams[1], { isVerbose: true }).progress('load', 10),
      new Terminal(streams[2]).progress('load', 0),
    ];
    for (const progress of silent) {
      progress.update(5);
      progress.end();
    }
    for (const stream of streams) assert.equal(stream.stderrText(), '');
  });
});
