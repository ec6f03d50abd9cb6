// Accepted base URLs, and their canonical form.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBaseUrl } from '../src/base-url.ts';

describe('the base URL', () => {
  const good: Record<string, string> = {
    'http://127.0.0.1:4000': 'http://127.0.0.1:4000',
    'https://host.example/': 'https://host.example',
    'https://host.example/primes/': 'https://host.example/primes',
    'https://host.example/a/b//': 'https://host.example/a/b',
    'HTTPS://HOST.example:443/Primes': 'https://host.example/Primes',
  };
  for (const [text, expected] of Object.entries(good)) {
    it(`${text} is ${expected}`, () => assert.equal(parseBaseUrl(text), expected));
  }

  const bad: Record<string, RegExp> = {
    '': /must be like/,
    'host.example': /must be like/,
    'ftp://host.example': /must be like/,
    'file:///etc': /must be like/,
    'https://host.example/?a=b': /query/,
    'https://host.example/#a': /fragment/,
    'https://ann:opensesame@host.example': /at host\.example contains credentials/,
    'https://opensesame@host.example': /credentials/,
    'https://ann:opensesame@host.example:port': /must be like/,
  };
  for (const [text, message] of Object.entries(bad)) {
    it(`${text || 'nothing'} is refused`, () => {
      assert.throws(
        () => parseBaseUrl(text),
        (error: unknown) => {
          assert.ok(error instanceof TypeError);
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /opensesame/);
          return true;
        },
      );
    });
  }
});
