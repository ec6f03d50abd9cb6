// Runs short campaigns of the harness for the tests. Long campaigns are run by hand (docs/testing.md).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '@prime-registry/testkit/child-environment';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
export const SEED = 'every-test';
/** Milliseconds, more than in long campaigns: after each round, the checks read all versions that clients have published. */
const PAUSE = '25';

/** Runs the harness. */
export async function runChaos(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
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

/**
 * Runs a campaign against the registry that the flags describe; fails if a promise was broken.
 * @returns the publishes of versions that a restore lost, all refused
 */
export async function runCampaign(t: TestContext, rounds: number, ...flags: string[]): Promise<number> {
  const settings = ['--rounds', String(rounds), '--seed', SEED, '--pause', PAUSE, '--json'];
  const { code, stdout, stderr } = await runChaos(...settings, ...flags);
  assert.notEqual(stdout, '', stderr);
  const { violations, versions, refusals, faults, notRun } = JSON.parse(stdout);
  t.diagnostic(`chaos: seed ${SEED}, ${rounds} rounds, ${versions} versions, ${JSON.stringify(faults)}`);
  if (!flags.includes('--fault'))
    for (const { fault, reason } of notRun) t.diagnostic(`chaos: NOT RUN: ${fault}: ${reason}`);
  assert.deepEqual(violations, []);
  assert.equal(code, 0);
  // How many there are depends on the speed of the machine.
  assert.ok(versions > 0, 'no version was published');
  assert.equal(
    Object.values<number>(faults).reduce((sum, count) => sum + count, 0),
    rounds,
  );
  return refusals;
}
