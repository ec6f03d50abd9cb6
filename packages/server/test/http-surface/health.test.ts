// Health probes: live means that the process answers, ready that the registry can serve.
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { HealthSchema } from '@prime-registry/protocol';
import { expectProblem, startRegistry } from '@prime-registry/testkit';
import { Check } from 'typebox/schema';

const registry = await startRegistry();
after(() => registry.stop());
const { anonymous } = registry;

const ready = () => anonymous.get('/-/health/ready');

test('all is well', async () => {
  for (const path of ['/-/health/live', '/-/health/ready']) {
    const { status, headers, json } = await anonymous.get(path);
    assert.equal(status, 200);
    assert.deepEqual(json, { status: 'ok' });
    assert.ok(Check(HealthSchema, json));
    assert.equal(headers.get('cache-control'), 'no-cache');
  }
});

test('without its folder of uploads the registry is not ready, until it is back', async () => {
  const uploads = join(registry.dataFolder, 'uploads');
  await rename(uploads, `${uploads}-away`);
  const answer = await ready();
  expectProblem(answer, 'storage_unavailable');
  assert.ok(!answer.text.includes(registry.dataFolder));
  assert.equal((await anonymous.request('/-/health/ready', { method: 'HEAD' })).status, 503);
  assert.equal((await anonymous.get('/-/health/live')).status, 200);
  await rename(`${uploads}-away`, uploads);
  assert.equal((await ready()).status, 200);
});

test('without its database it is live but not ready', async () => {
  await registry.store.close();
  expectProblem(await ready(), 'storage_unavailable');
  assert.equal((await anonymous.get('/-/health/live')).status, 200);
});
