// Chaos against one process on SQLite and a folder.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCampaign, runChaos } from './run-chaos.ts';

test('a registry keeps its promises under kills, full disks, clock jumps and misbehaving clients', async (t) => {
  if (process.platform === 'win32') return t.skip('there are no signals on Windows');
  await runCampaign(t, 18);
});

test('a wrong command line ends with exit code 3', async () => {
  for (const args of [['--rounds', '0'], ['--workers', 'many'], ['--what']]) {
    const { code, stderr } = await runChaos(...args);
    assert.equal(code, 3);
    assert.match(stderr, /Usage: npm run chaos/);
  }
});
