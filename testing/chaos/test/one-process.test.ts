// Chaos against one registry on SQLite and a folder.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCampaign, runChaos } from './run-chaos.ts';

test('a registry keeps its promises under kills, full disks, clock jumps and misbehaving clients', async (t) => {
  if (process.platform === 'win32') return t.skip('there are no signals on Windows');
  // One of each fault. The next test has a single process.
  await runCampaign(t, 13, '--workers', '2');
});

test('another machine takes over with a backup, and refuses other bytes for what was lost', async (t) => {
  if (process.platform === 'win32') return t.skip('there are no signals on Windows');
  const flags = ['--standby', '--workers', '1', '--fault', 'fail-over-from-older-backup'];
  const refusals = await runCampaign(t, 1, ...flags);
  assert.ok(refusals > 0);
});

test('a wrong command line ends with exit code 3', async () => {
  const { code, stderr } = await runChaos('--rounds', '0');
  assert.equal(code, 3);
  assert.match(stderr, /Usage: npm run chaos/);
});
