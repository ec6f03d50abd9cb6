// The CLI refuses what a registry refuses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SETTINGS } from 'prime-registry';
import { REGISTRY_LIMITS } from '../../src/publish/registry-limits.ts';

test('the limits are the defaults of a registry', () => {
  const { maxTarballBytes, maxUnpackedBytes, maxEntries, maxRatio } = DEFAULT_SETTINGS;
  assert.deepEqual(REGISTRY_LIMITS, { maxTarballBytes, maxUnpackedBytes, maxEntries, maxRatio });
});
