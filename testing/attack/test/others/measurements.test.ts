// The figures of the well-behaved clients.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Measurements } from '../../src/others/measurements.ts';

test('percentiles are nearest ranks, and publishes are kept apart', () => {
  const measurements = new Measurements();
  for (let ms = 200; ms >= 1; ms -= 1) measurements.add('list', ms > 198 ? 'timeout' : '200', ms);
  measurements.add('publish', '201', 5000);
  const { reads, publishes, kinds, outcomes } = measurements.figures();
  assert.deepEqual(reads, { count: 200, p50: 100, p99: 198, max: 200 });
  assert.deepEqual(publishes, { count: 1, p50: 5000, p99: 5000, max: 5000 });
  assert.deepEqual(kinds, { list: reads, publish: publishes });
  assert.deepEqual(outcomes, { list: { 200: 198, timeout: 2 }, publish: { 201: 1 } });
});

test('without a request, all figures are 0', () => {
  assert.deepEqual(new Measurements().figures().reads, { count: 0, p50: 0, p99: 0, max: 0 });
});
