// Short campaigns against the real registry: one process, two, replicas. Long campaigns are run by hand
// (docs/testing.md).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findObstacle } from '@prime-registry/testkit/s3';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const SEED = 'every-test';

/** Runs the harness. */
async function runChaos(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { timeout: 170_000 });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...output };
}

const campaigns = [
  {
    what: 'a registry keeps its promises under kills, full disks, clock jumps and misbehaving clients',
    rounds: 18,
    flags: [],
  },
  {
    what: 'so do replicas on PostgreSQL and S3, also when both fail',
    rounds: 15,
    flags: ['--replicas', '3', '--postgres', '--s3'],
  },
];
for (const { what, rounds, flags } of campaigns) {
  test(what, async (t) => {
    if (process.platform === 'win32') return t.skip('there are no signals on Windows');
    const obstacle = flags.includes('--s3') ? findObstacle() : undefined;
    if (obstacle !== undefined) return t.skip(obstacle);
    const settings = ['--rounds', String(rounds), '--seed', SEED, '--json'];
    const { code, stdout, stderr } = await runChaos(...settings, ...flags);
    assert.notEqual(stdout, '', stderr);
    const { violations, versions, faults, notRun } = JSON.parse(stdout);
    t.diagnostic(`chaos: seed ${SEED}, ${rounds} rounds, ${versions} versions, ${JSON.stringify(faults)}`);
    for (const { fault, reason } of notRun) t.diagnostic(`chaos: NOT RUN: ${fault}: ${reason}`);
    assert.deepEqual(violations, []);
    assert.equal(code, 0);
    assert.ok(versions > rounds, `only ${versions} versions were published`);
    assert.equal(
      Object.values<number>(faults).reduce((sum, count) => sum + count, 0),
      rounds,
    );
  });
}

test('mirrors answer nothing wrong, and serve what they have while all upstreams are dead', async (t) => {
  if (process.platform === 'win32') return t.skip('there are no signals on Windows');
  const { code, stdout, stderr } = await runChaos('--mirror', '--rounds', '6', '--seed', SEED, '--json');
  assert.notEqual(stdout, '', stderr);
  const { violations, versions, readsAlone, installsAlone, faults } = JSON.parse(stdout);
  t.diagnostic(`chaos: mirrors, seed ${SEED}, ${readsAlone} reads alone, ${JSON.stringify(faults)}`);
  assert.deepEqual(violations, []);
  assert.equal(code, 0);
  assert.ok(versions > 20 && readsAlone > 100 && installsAlone > 0, stdout);
});

test('a wrong command line ends with exit code 3', async () => {
  for (const args of [['--rounds', '0'], ['--workers', 'many'], ['--what']]) {
    const { code, stderr } = await runChaos(...args);
    assert.equal(code, 3);
    assert.match(stderr, /Usage: npm run chaos/);
  }
});
