// The constructor refuses invalid options, and never repeats a token.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RegistryClient } from '../src/registry-client.ts';
import type { RegistryClientOptions } from '../src/registry-client-options.ts';
import { clientOf, NAME } from './test-client.ts';

const baseUrl = 'http://127.0.0.1:9';

describe('the options of a client', () => {
  const bad: Record<string, Partial<RegistryClientOptions>> = {
    'a token with a line end': { token: 'opensesame\nX-Admin: 1' },
    'a token with a space': { token: 'opensesame opensesame' },
    'an empty token': { token: '' },
    'a user agent with a line end': { userAgent: 'a\r\nb' },
    'no timeout': { timeoutMs: 0 },
    'a longer timeout than a timer has': { timeoutMs: 2 ** 31 },
    'half a retry': { retries: 0.5 },
    'negative retries': { retries: -1 },
    'no room for JSON': { maxJsonBytes: 0 },
    'no room for a tarball': { maxTarballBytes: Number.NaN },
  };
  for (const [what, options] of Object.entries(bad)) {
    it(`are refused with ${what}`, () => {
      assert.throws(
        () => new RegistryClient({ baseUrl, ...options }),
        (error: unknown) => error instanceof TypeError && !error.message.includes('opensesame'),
      );
    });
  }
});

describe('an argument', () => {
  const { client } = clientOf({ baseUrl });
  const sha256 = 'a'.repeat(64);
  const calls: Record<string, () => Promise<unknown>> = {
    'a name that changes the path': () => client.versions('@a/../admin'),
    'a name with a query': () => client.manifest('@a/b?c', '1.0.0'),
    'a version that changes the path': () => client.manifest(NAME, '../../admin'),
    'a malformed version': () => client.yank(NAME, 'latest'),
    'an empty name': () => client.tarball('', '1.0.0', { sha256 }),
    'a malformed digest': () => client.tarball(NAME, '1.0.0', { sha256: 'A'.repeat(64) }),
  };
  for (const [what, call] of Object.entries(calls)) {
    it(`is refused with a TypeError: ${what}`, () => assert.rejects(call, TypeError));
  }
});
