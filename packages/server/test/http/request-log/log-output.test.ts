// The log never delays a request, whatever happens to its reader, and its memory is bounded.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { LogOutput, type LogTarget } from '../../../src/http/request-log/log-output.ts';

const HOLD_MS = 100;
const MIB = 2 ** 20;

/** A reader that takes what is written at once, or when it is told to. */
class Reader implements LogTarget {
  readonly writes: string[] = [];
  isStuck = false;
  failure: Error | null = null;
  waiting = 0;
  readonly #later: (() => void)[] = [];

  write(text: string, _encoding: string, done: (error?: Error | null) => void): void {
    const take = (): void => {
      this.waiting -= text.length;
      if (this.failure === null) this.writes.push(text);
      done(this.failure);
    };
    this.waiting += text.length;
    if (this.isStuck) this.#later.push(take);
    else take();
  }

  on(): void {}

  release(): void {
    this.isStuck = false;
    for (const take of this.#later.splice(0)) take();
  }

  get lines(): string[] {
    return this.writes.join('').split('\n').slice(0, -1);
  }
}

function createOutput(t: TestContext, worker?: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const reader = new Reader();
  const output = new LogOutput({ stream: reader, ...(worker !== undefined && { worker }) });
  return { reader, output };
}

describe('lines of requests', () => {
  test('are written together, a moment later, and then no timer is left', (t) => {
    const { reader, output } = createOutput(t);
    for (const line of ['{1}\n', '{2}\n']) output.writeSoon(line);
    assert.deepEqual(reader.writes, []);
    t.mock.timers.tick(HOLD_MS);
    assert.deepEqual(reader.writes, ['{1}\n{2}\n']);
    output.writeSoon('{3}\n');
    t.mock.timers.tick(HOLD_MS);
    assert.deepEqual(reader.writes, ['{1}\n{2}\n', '{3}\n']);
  });

  test('are written of a worker when they fill what a pipe takes in one piece', (t) => {
    const { reader, output } = createOutput(t, 2);
    for (let index = 0; index < 100; index += 1) output.writeSoon(`{"line":${index},${'x'.repeat(200)}}\n`);
    assert.ok(reader.writes.length >= 5, String(reader.writes.length));
    for (const written of reader.writes) {
      assert.ok(written.length <= 4096 && written.endsWith('}\n'), written);
    }
    output.flush();
    assert.equal(reader.lines.length, 100);
    for (const line of reader.lines) assert.match(line, /^\{"worker":2,"line":/);
  });

  test('are before the next other line, which is written at once', (t) => {
    const { reader, output } = createOutput(t);
    output.writeSoon('{1}\n');
    output.write('{"level":40}\n');
    assert.deepEqual(reader.lines, ['{1}', '{"level":40}']);
  });

  test('are written when the process ends', (t) => {
    const { reader, output } = createOutput(t);
    output.writeSoon('{1}\n');
    output.end();
    assert.deepEqual(reader.lines, ['{1}']);
  });
});

/** Tells the output of so many lines of requests of 1 KiB. */
function writeMany(output: LogOutput, lines: number): void {
  const line = `{${'x'.repeat(1021)}}\n`;
  for (let index = 0; index < lines; index += 1) output.writeSoon(line);
  output.flush();
}

describe('a reader that takes nothing', () => {
  test('loses lines of requests after a mebibyte, warnings later, and learns how many', (t) => {
    const { reader, output } = createOutput(t);
    reader.isStuck = true;
    writeMany(output, 4 * 1024);
    assert.ok(reader.waiting <= MIB + 32 * 1024, String(reader.waiting));
    output.write('{"level":40,"msg":"still there"}\n');
    reader.release();
    const requests = reader.lines.filter((line) => line.startsWith('{x')).length;
    assert.ok(requests >= 1024 && requests < 1100, String(requests));
    assert.ok(reader.lines.includes('{"level":40,"msg":"still there"}'));
    const report = reader.lines.find((line) => line.includes('lines of the log are lost'));
    const { level, lines } = JSON.parse(report ?? '');
    assert.deepEqual([level, lines], [40, 4 * 1024 - requests]);
  });

  test('is not sent warnings without end', (t) => {
    const { reader, output } = createOutput(t);
    reader.isStuck = true;
    for (let index = 0; index < 8 * 1024; index += 1) output.write(`{${'x'.repeat(1021)}}\n`);
    assert.ok(reader.waiting <= 2 * MIB + 8192, String(reader.waiting));
  });
});

test('lines that could not be written are counted, and later ones are written', (t) => {
  const { reader, output } = createOutput(t);
  reader.failure = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  writeMany(output, 3);
  reader.failure = null;
  output.writeSoon('{1}\n');
  output.flush();
  assert.equal(reader.lines[0], '{1}');
  assert.equal(JSON.parse(reader.lines[1] ?? '').lines, 3);
});

describe('on a standard error of the system', () => {
  const PROGRAM = join(import.meta.dirname, 'write-many-lines.ts');
  const start = (stderr: 'pipe' | number) =>
    spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', stderr] });

  test('that nobody reads, or that is closed, or full, the program goes on and ends', async () => {
    const full = await open('/dev/full', 'w');
    const [unread, closed, onFull] = [start('pipe'), start('pipe'), start(full.fd)];
    closed.stderr?.destroy();
    const endings = [unread, closed, onFull].map(async (child) => {
      assert.ok(child.stdout);
      return Promise.all([text(child.stdout), once(child, 'exit')]);
    });
    for (const ending of await Promise.all(endings)) assert.deepEqual(ending, ['done\n', [0, null]]);
    await full.close();
  });

  test('that is read, all lines arrive, in order, also when an exception ends the program', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'throw'], { stdio: ['ignore', 'ignore', 'pipe'] });
    const lines = (await text(child.stderr)).split('\n');
    const numbers = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).n);
    assert.deepEqual(
      numbers,
      Array.from({ length: 100 }, (_, index) => index),
    );
    assert.ok(lines.some((line) => line.includes('Error: the end')));
  });
});
