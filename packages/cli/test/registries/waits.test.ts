// What a person waits: --timeout is the whole wait, and a terminal says what is waited for.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPrimeUser, startFaultyProxy } from '@prime-registry/testkit';
import { runPrime } from '../../src/run-prime.ts';
import { makeStreams } from '../fake-streams.ts';

describe('--timeout', () => {
  test('is the whole wait: a registry that hangs is asked once', async () => {
    await using user = await createPrimeUser();
    await using link = await startFaultyProxy('http://127.0.0.1:1');
    link.fault = () => ({ kind: 'hang' });
    const { code, stderr } = await user.prime([
      'install',
      '@a/b',
      '--remote',
      link.baseUrl,
      '--timeout',
      '0.5',
    ]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^error: \S+ did not answer within .*\.\nhelp: '--timeout <seconds>' waits longer\n$/,
    );
    assert.equal(link.requests.length, 1);
  });

  test('includes the pause that a registry asks for', async () => {
    await using user = await createPrimeUser();
    await using link = await startFaultyProxy('http://127.0.0.1:1');
    link.fault = () => ({ kind: 'answer', status: 503, headers: { 'retry-after': '20' } });
    const args = ['info', '@a/b', '--remote', link.baseUrl, '--timeout', '10'];
    const { code, stderr } = await user.prime(args);
    assert.equal(code, 1);
    assert.match(stderr, /It asks to wait 20 s/);
    assert.equal(link.requests.length, 1);
  });
});

test('a terminal says what is waited for', async () => {
  await using user = await createPrimeUser();
  await using link = await startFaultyProxy('http://127.0.0.1:1');
  link.fault = () => ({ kind: 'hang' });
  const streams = makeStreams({ columns: 120 });
  const env = { PRIME_CONFIG_DIR: user.configFolder, PRIME_CACHE_DIR: user.cacheFolder };
  const args = ['versions', '@acme/web-style', '--remote', link.baseUrl, '--timeout', '1.5'];
  assert.equal(await runPrime(args, { ...streams, env, cwd: () => user.project }), 1);
  const line = `Waiting for ${link.baseUrl} to answer GET /pack/@acme/web-style, 1 s`;
  assert.ok(streams.stderrText().includes(line), streams.stderrText());
  assert.equal(streams.stdoutText(), '');
});
