// Runs some thousand inputs with a fixed seed, and all inputs that ever found a flaw. Long runs are started by
// hand (docs/testing.md).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@prime-registry/testkit/child-environment';
import type { TargetReport } from '../src/fuzz-target.ts';
import { readOptions } from '../src/options.ts';
import { TARGETS } from '../src/targets/index.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const SEED = 'every-test';
const INPUTS = 6000;

/** Runs the fuzzer. */
async function runFuzz(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: childEnvironment({}) });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...output };
}

test('no input fails', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'prime-fuzz-'));
  t.after(() => rm(folder, { recursive: true }));
  const { code, stdout, stderr } = await runFuzz(
    '--inputs',
    String(INPUTS),
    '--seed',
    SEED,
    '--out',
    folder,
    '--json',
  );
  t.diagnostic(`fuzz: seed ${SEED}, ${INPUTS} inputs`);
  assert.equal(code, 0, stderr);
  const { targets } = JSON.parse(stdout) as { targets: TargetReport[] };
  assert.deepEqual(
    targets.map(({ target }) => target),
    TARGETS.map(({ name }) => name),
  );
  for (const { target, inputs, outcomes } of targets) {
    assert.ok(inputs > 10 && outcomes > 5, `${target} had ${inputs} inputs and ${outcomes} outcomes`);
  }
  assert.deepEqual(await readdir(folder), []);
});

test('a wrong command line ends with exit code 3, or is refused before anything runs', async () => {
  const { code, stderr } = await runFuzz('--inputs', '0');
  assert.equal(code, 3);
  assert.match(stderr, /Usage: npm run fuzz/);
  for (const [args, reason] of [
    [['--target', 'nothing'], /nothing/],
    [['--what'], /'--what'/],
  ] as const)
    assert.throws(() => readOptions(args), reason, args.join(' '));
});
