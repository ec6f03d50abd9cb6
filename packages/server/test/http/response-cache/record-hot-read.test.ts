// Hot reads are measured: metrics and access log report their real duration.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { finishResponse } from '../../../src/http/response-cache/finish-response.ts';
import { createHotReadRecorder } from '../../../src/http/response-cache/record-hot-read.ts';
import { createRegistryMetrics } from '../../../src/metrics/registry-metrics.ts';

test('the duration runs from the arrival of the request to its answer', async () => {
  const metrics = createRegistryMetrics();
  const lines: string[] = [];
  const record = createHotReadRecorder({
    metrics,
    log: { write: (line) => void lines.push(line) },
    downloads: { count: () => undefined },
    addressOf: () => '192.0.2.1',
  });
  const kept = finishResponse({
    status: 200,
    headers: {},
    body: '{}',
    requestId: 'id',
    quotedPath: '"/pack/@acme/a"',
    route: '/pack/:scope/:name',
  });
  const request = { method: 'GET', url: '/pack/@acme/a' } as IncomingMessage;
  const response = { statusCode: 200 } as ServerResponse;
  record({ request, response, receivedAtMs: performance.now() - 70_000 }, kept, 'id');

  const [line = ''] = lines;
  const { duration_ms: durationMs } = JSON.parse(line);
  assert.ok(durationMs >= 70_000 && durationMs < 100_000, line);
  const text = await metrics.register.getSingleMetricAsString('prime_registry_http_request_duration_seconds');
  const labels = 'method="GET",route="/pack/:scope/:name",status="200"';
  const sum = Number(text.split(`_sum{${labels}} `)[1]?.split('\n')[0] ?? '');
  assert.ok(sum >= 70 && sum < 100, text);
  assert.match(text, new RegExp(`le="60",${labels}} 0\n`));
});
