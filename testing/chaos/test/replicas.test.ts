// Chaos against replicas on PostgreSQL and S3.
import { test } from 'node:test';
import { findObstacle } from '@prime-registry/testkit/s3';
import { runCampaign } from './run-chaos.ts';

/** Those that only replicas and services have; the others are tested with one process. */
const OWN_FAULTS = [
  ...['kill-replica', 'roll-replicas', 'restart-database', 'cut-database', 'hold-database'],
  ...['cut-buckets', 'hold-buckets'],
];

test('replicas on PostgreSQL and S3 keep their promises, also when both fail', async (t) => {
  if (process.platform === 'win32') return t.skip('there are no signals on Windows');
  const obstacle = findObstacle();
  if (obstacle !== undefined) return t.skip(obstacle);
  const faults = OWN_FAULTS.flatMap((fault) => ['--fault', fault]);
  await runCampaign(t, OWN_FAULTS.length, '--replicas', '2', '--postgres', '--s3', ...faults);
});

test('an idle machine on the same PostgreSQL takes over', async (t) => {
  if (process.platform === 'win32') return t.skip('there are no signals on Windows');
  const faults = ['--fault', 'take-over', '--fault', 'switch-over'];
  await runCampaign(t, 2, '--standby', '--postgres', '--workers', '1', ...faults);
});
