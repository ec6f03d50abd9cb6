// `prime log watch` notices what it is there for, whatever the log has in it and however the registry fails.
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import type { PrimeUser } from '@prime-registry/testkit';
import { problem } from '@prime-registry/testkit/fake-log';
import { startLogged } from './logged-registry.ts';

const registry = await startLogged();
after(() => registry[Symbol.asyncDispose]());
const { log, proxy } = registry;
await registry.publish('@acme/one', '1.0.0');
const trueEntries = [...log.entries];
const AT = '2026-11-21T06:19:30Z';
const BY = { v: 1, at: AT, by: 'token-1' } as const;

describe('prime log watch', () => {
  let user: PrimeUser;
  beforeEach(async () => {
    log.shownSize = undefined;
    log.entries.splice(0, log.entries.length, ...trueEntries);
    proxy.fault = ({ path }) => log.answer(path);
    user = await registry.makeUser();
  });
  afterEach(() => user.remove());
  const watch = (...args: string[]) => user.prime(['log', 'watch', ...args]);

  test('shows whose keys may sign in a scope, and whether a signature is required there', async () => {
    const fingerprint = `SHA256:${'A'.repeat(43)}`;
    log.add({ ...BY, type: 'signer', scope: '@acme', change: 'add', fingerprint, key: 'ssh-ed25519 AAAA' });
    log.add({ ...BY, type: 'signing-policy', scope: '@acme', require_signature: false });
    log.add({ ...BY, type: 'signing-policy', scope: '@acme-labs', require_signature: false });
    const lines = [
      `#2  ${AT}  signer  @acme add ${fingerprint}  by token-1`,
      `#3  ${AT}  signing-policy  @acme  by token-1`,
      '',
    ].join('\n');
    for (const subject of ['@acme', '@acme/one']) {
      const { code, stdout } = await watch(subject, '--once', '--since', '2');
      assert.deepEqual([code, stdout], [0, lines]);
    }
  });

  test('shows an entry of a newer registry, whatever is in its fields', async () => {
    const entry = `{"at":"${AT}","by":"thief","name":"@acme/one","type":"new","v":1,"version":{"toString":1}}`;
    log.entries.push(new TextEncoder().encode(entry));
    const { code, stdout, stderr } = await watch('@acme', '--once', '--since', '2', '--by', 'token-1');
    assert.deepEqual([code, stdout], [4, `#2  ${AT}  new  @acme/one  by thief  UNEXPECTED\n`], stderr);
  });

  test('does not take a log that ends before the asked entry for one without news', async () => {
    const end = await watch('@acme', '--once', '--since', '2');
    assert.deepEqual([end.code, end.stdout], [0, 'nothing up to #1\n']);
    for (const args of [['--once'], ['--every', '0.05']]) {
      const { code, stdout } = await watch('@acme', '--since', '1204', ...args, '--json');
      const { error } = JSON.parse(stdout);
      assert.deepEqual([code, error.code], [1, 'log_too_short']);
      assert.match(error.message, /has 2 entries, and --since asks for those from #1204 on/);
    }
  });

  test('goes on after a registry has failed, and misses nothing', async () => {
    let looks = 0;
    proxy.fault = ({ path }) => {
      if (path === '/-/log/checkpoint') looks += 1;
      // A thief stops the registry for a moment, and publishes meanwhile.
      if (looks === 3 && log.entries.length === trueEntries.length)
        log.publish({ name: '@acme/one', version: '2.0.0', sha256: 'e'.repeat(64) }, 'thief');
      return looks >= 3 && looks < 10 ? problem(500, 'internal_error') : log.answer(path);
    };
    const { code, stdout, stderr } = await watch('@acme', '--by', 'token-1', '--every', '0.05');
    assert.deepEqual([code, stdout], [4, `#2  ${AT}  publish  @acme/one 2.0.0  by thief  UNEXPECTED\n`]);
    assert.equal(stderr.match(/^warning: .*the next look is in 0.05 seconds$/gm)?.length, 1, stderr);
  });

  test('ends if the first look fails, or with --once', async () => {
    proxy.fault = ({ path }) =>
      path === '/-/log/checkpoint' ? problem(500, 'internal_error') : log.answer(path);
    assert.equal((await watch('@acme')).code, 1);
    assert.equal((await watch('@acme', '--once')).code, 1);
  });
});
