// GET /-/metrics has the metrics of all workers, whichever answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, type RawClient } from '@prime-registry/testkit';
import { publishOver } from '../publish-by-hand.ts';
import { connectToEach, freezeWorker, getOver, hasListened, killWorker, startWorkers } from './workers.ts';

interface Metrics {
  /** The value of each worker that has such a sample. */
  readonly byWorker: (name: string, labels?: string) => Record<string, number>;
  readonly text: string;
}

async function readMetrics(client: RawClient): Promise<Metrics> {
  const { status, headers, text } = await getOver(client, '/-/metrics');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  return {
    text,
    byWorker(name, labels = '') {
      const samples = text.matchAll(/^(\w+)\{(.*)worker="(\d+)"\} (\S+)$/gm);
      const wanted = [...samples].filter((sample) => sample[1] === name && sample[2] === labels);
      return Object.fromEntries(wanted.map(([, , , worker, value]) => [worker, Number(value)]));
    },
  };
}

test('both workers report their requests and their state', async (t) => {
  const registry = await startWorkers(t);
  const [first, second] = await connectToEach(t, registry);
  assert.equal((await publishOver(first, { version: '1.0.0' })).status, 201);
  for (const version of ['2.0.0', '3.0.0']) {
    assert.equal((await publishOver(second, { version })).status, 201);
  }
  for (const client of [first, second]) {
    await eventually(async () => {
      const { byWorker } = await readMetrics(client);
      const published = 'outcome="published",';
      assert.deepEqual(byWorker('prime_registry_publishes_total', published), { 1: 1, 2: 2 });
      const requests = 'method="POST",route="/publish",status="201",';
      const name = 'prime_registry_http_request_duration_seconds';
      assert.deepEqual(byWorker(`${name}_count`, requests), { 1: 1, 2: 2 });
      assert.deepEqual(byWorker(`${name}_bucket`, `le="+Inf",${requests}`), { 1: 1, 2: 2 });
    });
  }

  const { text, byWorker } = await readMetrics(first);
  const gauges = [
    'process_resident_memory_bytes',
    'process_start_time_seconds',
    'nodejs_eventloop_lag_p99_seconds',
  ];
  for (const name of gauges) assert.deepEqual(Object.keys(byWorker(name)), ['1', '2'], name);
  const described = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  assert.equal(new Set(described).size, described.length, 'every metric is described once');
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    assert.match(line, /worker="[12]"/);
  }
});

test('a replaced worker starts from zero, and the others go on', async (t) => {
  const registry = await startWorkers(t);
  const [first, second] = await connectToEach(t, registry);
  assert.equal((await publishOver(first, { version: '1.0.0' })).status, 201);
  assert.equal((await publishOver(second, { version: '2.0.0' })).status, 201);
  killWorker(registry, 1);
  // At the moment, no worker may answer.
  assert.equal(
    (await readMetrics(second)).byWorker('prime_registry_publishes_total', 'outcome="published",')[2],
    1,
  );
  await hasListened(registry, 1, 2);
  await eventually(async () => {
    const { byWorker } = await readMetrics(second);
    assert.deepEqual(byWorker('prime_registry_publishes_total', 'outcome="published",'), { 2: 1 });
    assert.deepEqual(Object.keys(byWorker('process_start_time_seconds')), ['1', '2']);
  });
});

const skip = process.platform === 'win32' ? 'there are no signals on Windows' : false;

test('a hanging worker does not keep the others from reporting', { skip }, async (t) => {
  const registry = await startWorkers(t);
  const [first] = await connectToEach(t, registry);
  freezeWorker(t, registry, 2);
  const { byWorker } = await readMetrics(first);
  assert.deepEqual(Object.keys(byWorker('process_start_time_seconds')), ['1']);
});
