// The recorded turns of the event loop.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { RECORDER, Turns } from '../../src/registry/turns.ts';

const folder = mkdtempSync(join(tmpdir(), 'prime-attack-test-'));
after(() => rmSync(folder, { recursive: true }));

/** Uses 60 ms of its processor time in a turn, and waits for others for longer. */
const PROGRAM = `
  const used = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000; };
  setTimeout(() => {
    const before = used();
    while (used() - before < 60);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    setTimeout(() => undefined, 50);
  }, 50);`;

test('a turn has the processor time of its thread, and no time in which it waits', () => {
  const file = join(folder, 'recorded.txt');
  const { status, stderr } = spawnSync(process.execPath, ['--import', RECORDER, '-e', PROGRAM], {
    env: { ...process.env, PRIME_ATTACK_TURNS: file },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  assert.match(readFileSync(file, 'utf8'), /^(?:\d{13} \d+\.\d\n)+$/);
  const longestMs = new Turns(file).longestMs({ fromMs: 0, toMs: Date.now() });
  assert.ok(longestMs >= 60 && longestMs < 900, `${longestMs} ms`);
});

test('only turns in the span count, and an incomplete last line does not', () => {
  const file = join(folder, 'written.txt');
  writeFileSync(file, '1000 90.0\n2000 7.5\n3000 6.0\n4000 80.0\n2500 99');
  const turns = new Turns(file);
  assert.equal(turns.longestMs({ fromMs: 1500, toMs: 3500 }), 7.5);
  assert.equal(turns.longestMs({ fromMs: 2100, toMs: 2900 }), 0);
  assert.equal(new Turns(join(folder, 'missing.txt')).longestMs({ fromMs: 0, toMs: 9e15 }), 0);
});
