// Chaos against a chain of mirrors.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runChaos, SEED } from './run-chaos.ts';

test('mirrors answer nothing wrong, and serve what they have while all upstreams are dead', async (t) => {
  if (process.platform === 'win32') return t.skip('there are no signals on Windows');
  const { code, stdout, stderr } = await runChaos('--mirror', '--rounds', '2', '--seed', SEED, '--json');
  assert.notEqual(stdout, '', stderr);
  const { violations, versions, readsAlone, installsAlone, faults } = JSON.parse(stdout);
  t.diagnostic(`chaos: mirrors, seed ${SEED}, ${readsAlone} reads alone, ${JSON.stringify(faults)}`);
  assert.deepEqual(violations, []);
  assert.equal(code, 0);
  // How many there are depends on the speed of the machine.
  assert.ok(versions > 0 && readsAlone > 0 && installsAlone > 0, stdout);
});

test('mirrors that evict, with workers, answer nothing wrong, keep their own versions and leave nothing behind', async (t) => {
  if (process.platform === 'win32') return t.skip('there are no signals on Windows');
  const flags = ['--mirror', '--evict', '--workers', '2', '--rounds', '1', '--fault', 'none'];
  const { code, stdout, stderr } = await runChaos(...flags, '--seed', SEED, '--json');
  assert.notEqual(stdout, '', stderr);
  const { violations, readsAlone, evicted, cameBack } = JSON.parse(stdout);
  t.diagnostic(`chaos: evictions, seed ${SEED}, ${evicted} versions evicted, ${cameBack} read again`);
  assert.deepEqual(violations, []);
  assert.equal(code, 0);
  assert.ok(readsAlone > 0 && evicted > 0 && cameBack > 0, stdout);
});
