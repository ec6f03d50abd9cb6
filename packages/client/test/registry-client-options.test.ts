// Options that cannot be meant are refused when the client is made, and a token is never repeated.
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
    'no time at all': { timeoutMs: 0 },
    'more time than a timer has': { timeoutMs: 2 ** 31 },
    'half a retry': { retries: 0.5 },
    'retries below none': { retries: -1 },
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

describe('what is asked for', () => {
  const { client } = clientOf({ baseUrl });
  const sha256 = 'a'.repeat(64);
  const calls: Record<string, () => Promise<unknown>> = {
    'a name that leaves its path': () => client.versions('@a/../admin'),
    'a name with a query': () => client.manifest('@a/b?c', '1.0.0'),
    'a version that leaves its path': () => client.manifest(NAME, '../../admin'),
    'a version that is none': () => client.yank(NAME, 'latest'),
    'a tarball of no name': () => client.tarball('', '1.0.0', { sha256 }),
    'a digest that is none': () => client.tarball(NAME, '1.0.0', { sha256: 'A'.repeat(64) }),
  };
  for (const [what, call] of Object.entries(calls)) {
    it(`is refused as a defect of the program: ${what}`, () => assert.rejects(call, TypeError));
  }
});
