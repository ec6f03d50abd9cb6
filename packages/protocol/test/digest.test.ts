// The form of a digest, and the entity tag derived from it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { isSha256, tarballEtag } from '../src/digest.ts';

const digest = createHash('sha256').update('bytes').digest('hex');

test('a digest is 64 lower-case hexadecimal digits', () => {
  assert.ok(isSha256(digest));
  const others = [
    '',
    digest.slice(1),
    `${digest}0`,
    digest.toUpperCase(),
    `${digest}\n`,
    `sha256:${digest}`,
    'g'.repeat(64),
  ];
  for (const text of others) assert.equal(isSha256(text), false, text);
});

test('the entity tag of a tarball is strong and differs for each digest', () => {
  assert.match(tarballEtag(digest), /^"[\x21\x23-\x7e]+"$/);
  assert.ok(tarballEtag(digest).includes(digest));
  assert.notEqual(tarballEtag(digest), tarballEtag('0'.repeat(64)));
});
