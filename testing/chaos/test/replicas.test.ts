// Chaos against replicas on PostgreSQL and S3.
import { test } from 'node:test';
import { findObstacle } from '@prime-registry/testkit/s3';
import { runCampaign } from './run-chaos.ts';

test('replicas on PostgreSQL and S3 keep their promises, also when both fail', async (t) => {
  if (process.platform === 'win32') return t.skip('there are no signals on Windows');
  const obstacle = findObstacle();
  if (obstacle !== undefined) return t.skip(obstacle);
  await runCampaign(t, 15, '--replicas', '3', '--postgres', '--s3');
});

test('an idle machine on the same PostgreSQL takes over', async (t) => {
  if (process.platform === 'win32') return t.skip('there are no signals on Windows');
  const faults = ['--fault', 'take-over', '--fault', 'switch-over'];
  await runCampaign(t, 2, '--standby', '--postgres', '--workers', '1', ...faults);
});
