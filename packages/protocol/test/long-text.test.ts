// Patterns for texts of strangers take linear time, however they are made: a lock file may have an address of megabytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRegistryUrl, quoteWithoutSecrets } from '../src/registry-url.ts';
import { quote } from '../src/text/quote.ts';

const LENGTH = 2 ** 20;

test('an address with a million slashes is read at once', { timeout: 60_000 }, () => {
  const slashes = '/'.repeat(LENGTH);
  const parsed = parseRegistryUrl(`https://a.example${slashes}a`);
  assert.deepEqual(parsed, { ok: true, value: `https://a.example${slashes}a` });
  assert.deepEqual(parseRegistryUrl(`https://a.example/x${slashes}`), {
    ok: true,
    value: 'https://a.example/x',
  });
});

test('a text that is no address is quoted at once', { timeout: 60_000 }, () => {
  assert.equal(quoteWithoutSecrets('/'.repeat(LENGTH)).length < 1000, true);
});

test('what may be a password is left out, up to the last @ of each word', () => {
  assert.equal(quoteWithoutSecrets('http://ada:secret@host'), quote('http://…@host'));
  assert.equal(quoteWithoutSecrets('x//a@b@c y //d@e @f //g'), quote('x//…@c y //…@e @f //g'));
  assert.equal(quoteWithoutSecrets('a@b//c'), quote('a@b//c'));
  assert.equal(quoteWithoutSecrets('http:///@x'), quote('http://…@x'));
});
