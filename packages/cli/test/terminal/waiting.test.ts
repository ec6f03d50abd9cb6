import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import { Terminal } from '../../src/terminal/terminal.ts';
import { makeStreams } from '../fake-streams.ts';

const CLEAR_LINE = '\r\u001b[2K';

/** A terminal whose seconds pass when the test says so. */
function makeTerminal(t: TestContext, options: { isVerbose?: boolean; columns?: number } = { columns: 80 }) {
  mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 1000;
  const now = mock.method(performance, 'now', () => nowMs);
  t.after(() => {
    now.mock.restore();
    mock.timers.reset();
  });
  const { columns, isVerbose = false } = options;
  const streams = makeStreams(columns === undefined ? {} : { columns });
  const pass = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) {
      nowMs += 1000;
      mock.timers.tick(1000);
    }
  };
  return {
    terminal: new Terminal(streams, { isVerbose }),
    pass,
    text: () => streams.stderrText(),
    now: () => nowMs,
  };
}

test('after a second, a terminal says what is waited for, and removes it at the end', (t) => {
  const { terminal, pass, text } = makeTerminal(t);
  const end = terminal.waitFor('https://primes.example to answer GET /pack/@acme/web-style');
  assert.equal(text(), '');
  pass(2);
  end();
  const line = 'Waiting for https://primes.example to answer GET /pack/@acme/web-style';
  assert.deepEqual(text().split(CLEAR_LINE), ['', `${line}, 1 s`, `${line}, 2 s`, '']);
  pass(2);
  assert.ok(text().endsWith(CLEAR_LINE), 'nothing more is shown');
});

test('an answer within a second shows nothing', (t) => {
  const { terminal, pass, text } = makeTerminal(t);
  terminal.waitFor('x')();
  pass(5);
  assert.equal(text(), '');
});

test('of several waits, the first one is shown until it ends', (t) => {
  const { terminal, pass, text } = makeTerminal(t);
  const [endFirst, endSecond] = [terminal.waitFor('one'), terminal.waitFor('two')];
  pass(1);
  endFirst();
  pass(1);
  endSecond();
  const lines = ['', 'Waiting for one, 1 s', 'Waiting for two, 2 s', ''];
  assert.deepEqual(text().split(CLEAR_LINE), lines);
});

test('a progress bar that moves is not covered', (t) => {
  const { terminal, pass, text } = makeTerminal(t);
  const progress = terminal.progress('Installing', 10);
  const end = terminal.waitFor('one');
  for (let done = 1; done < 5; done += 1) {
    progress.update(done);
    mock.timers.tick(1000);
  }
  assert.doesNotMatch(text(), /Waiting/);
  pass(2);
  assert.match(text(), /Waiting for one, \d s/);
  end();
  progress.end();
});

test('nothing is shown in a pipe, nor with --verbose, which shows each request', (t) => {
  for (const options of [{}, { columns: 80, isVerbose: true }]) {
    mock.timers.reset();
    const { terminal, pass, text } = makeTerminal(t, options);
    const end = terminal.waitFor('x');
    pass(3);
    end();
    assert.equal(text(), '');
    mock.restoreAll();
  }
});
