// The metrics of a process are the same for all registries in it, so that a closed registry leaves no observer behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRegistryMetrics } from '../../src/metrics/registry-metrics.ts';

test('registries in one process share the metrics of the process, and nothing else', () => {
  const [one, other] = [createRegistryMetrics().register, createRegistryMetrics().register];
  const names = one.getMetricsAsArray().map(({ name }) => name);
  assert.deepEqual(
    other.getMetricsAsArray().map(({ name }) => name),
    names,
  );
  const shared = names.filter((name) => one.getSingleMetric(name) === other.getSingleMetric(name));
  assert.ok(shared.includes('nodejs_gc_duration_seconds'), shared.join());
  assert.deepEqual(
    shared.filter((name) => !/^(?:nodejs|process)_/.test(name)),
    [],
  );
  assert.deepEqual(
    names.filter((name) => /^(?:nodejs|process)_/.test(name)),
    shared,
  );
});
