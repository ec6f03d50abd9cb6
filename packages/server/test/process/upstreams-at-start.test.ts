// A registry tries its upstreams when it starts: a wrong setting shows in its log before a reader meets it, and an
// upstream that does not answer delays no start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, startFaultyProxy } from '@prime-registry/testkit';
import { parseLines, run } from './data/on-data.ts';
import { serveHere, start } from './temporary-registry.ts';

/** The entries of a log about upstreams, as `url: reason` or `url answers again`. */
function notesIn(log: string): string[] {
  return parseLines(log)
    .filter(({ upstream }) => upstream !== undefined)
    .map(({ upstream, reason, msg }) =>
      reason === undefined ? `${upstream}: ${msg}` : `${upstream}: ${reason}`,
    );
}

test('an upstream at a private address is named at the start, in `mirror status`, and to readers', async (t) => {
  const origin = await serveHere(t);
  const url = origin.baseUrl.replace('127.0.0.1', 'localhost');
  const environment = { PRIME_REGISTRY_UPSTREAMS: url };
  const { anonymous, dataFolder, stderr } = await start(t, { environment });
  const reason = /localhost has a private address; set allow-private-addresses for this upstream to allow it/;
  await eventually(() => assert.match(stderr(), reason));
  assert.equal(notesIn(stderr()).length, 1);

  const status = await run(dataFolder, ['mirror', 'status', '--upstreams', url]);
  assert.match(
    status.stdout,
    /^ {2}answers +no: .*localhost has a private address; set allow-private-addresses/m,
  );
  const { status: code, json } = await anonymous.get('/pack/@acme/web-style');
  assert.equal(code, 503);
  assert.match(json.detail, /it has a private address, and allow-private-addresses is not set for it\./);
});

test('an upstream that hangs delays no start, and no stop', async (t) => {
  await using link = await startFaultyProxy('http://127.0.0.1:1');
  link.fault = () => ({ kind: 'hang' });
  const upstreams = JSON.stringify([{ url: link.baseUrl, 'allow-private-addresses': true, timeout: '1h' }]);
  const registry = await start(t, { environment: { PRIME_REGISTRY_UPSTREAMS: upstreams } });
  await eventually(() => assert.ok(link.requests.some((request) => request.startsWith('GET /pack/'))));
  assert.equal((await registry.anonymous.get('/-/health/live')).status, 200);
  assert.equal(await registry.end('SIGTERM'), 0);
  assert.deepEqual(notesIn(registry.stderr()), [], 'a stop is no failure of the upstream');
});

test('an upstream that answers is not mentioned; one that is away is, also if it was known before', async (t) => {
  const origin = await serveHere(t);
  const upstreams = JSON.stringify([{ url: origin.baseUrl, 'allow-private-addresses': true }]);
  const environment = { PRIME_REGISTRY_UPSTREAMS: upstreams };
  const first = await serveHere(t, { environment });
  await eventually(async () => {
    const [known] = parseLines(
      (await run(first.dataFolder, ['mirror', 'status', '--json', '--upstreams', upstreams])).stdout,
    );
    assert.equal(known.explains_errors, true);
  });
  assert.deepEqual(notesIn(first.stderr()), []);
  await first.stop();
  await origin.stop();
  const second = await serveHere(t, { dataFolder: first.dataFolder, environment });
  await eventually(() =>
    assert.deepEqual(notesIn(second.stderr()), [
      `${origin.baseUrl}: ${origin.baseUrl} is not reachable: connection refused.`,
    ]),
  );
});
