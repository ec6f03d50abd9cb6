// Base URLs: one spelling per registry, and no secret in a message.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { parseRegistryUrl } from '../src/index.ts';

const SPELLINGS: Readonly<Record<string, string>> = {
  'https://primes.example.com': 'https://primes.example.com',
  'https://primes.example.com/': 'https://primes.example.com',
  'HTTPS://Primes.Example.COM:443//': 'https://primes.example.com',
  'http://127.0.0.1:4000/': 'http://127.0.0.1:4000',
  'http://localhost:80': 'http://localhost',
  'https://example.com/Primes/': 'https://example.com/Primes',
  'https://example.com/a/../primes/': 'https://example.com/primes',
  'http://[::1]:4000': 'http://[::1]:4000',
};

const REFUSED: readonly (readonly [text: string, says: RegExp])[] = [
  ['', /is not a URL; write one such as 'https:/],
  ['primes.example.com', /is not a URL/],
  ['localhost:4000', /does not begin with 'http:\/\/'/],
  ['ftp://example.com', /does not begin with 'http:\/\/' or 'https:\/\/'/],
  ['https://', /is not a URL/],
  [
    'https://ada:hunter2@example.com/x/',
    /write 'https:\/\/example\.com\/x' and run 'prime login https:\/\/example/,
  ],
  ['https://hunter2@example.com', /user name or a password/],
  ['ftp://ada:hunter2@example.com', /does not begin/],
  ['https://ada:hunter2@exa mple.com', /is not a URL/],
  ['https://example.com?token=hunter2', /must not have '\?' or '#'; write 'https:\/\/example\.com'/],
  ['https://example.com/x#hunter2', /must not have '\?' or '#'/],
  ['pri_hunter2hunter2', /is not a URL/],
];

describe('the base URL of a registry', () => {
  test('is normalised', () => {
    for (const [text, value] of Object.entries(SPELLINGS)) {
      assert.deepEqual(parseRegistryUrl(text), { ok: true, value });
    }
  });

  test('that is not valid is refused with a correction, and without possible secrets', () => {
    for (const [text, says] of REFUSED) {
      const parsed = parseRegistryUrl(text);
      assert.ok(!parsed.ok, text);
      assert.match(parsed.message, says);
      assert.doesNotMatch(parsed.message, /hunter2|\n/);
    }
  });

  test('does not change when it is parsed again', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['http', 'https'] }), (text) => {
        const first = parseRegistryUrl(text);
        if (!first.ok) return;
        assert.deepEqual(parseRegistryUrl(first.value), first);
        assert.ok(!first.value.endsWith('/'));
      }),
    );
  });
});
