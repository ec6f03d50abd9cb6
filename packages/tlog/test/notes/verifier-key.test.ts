// Keys as text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createVerifierKey,
  formatPrivateKey,
  formatVerifierKey,
  keyIdOf,
  parsePrivateKey,
  parseVerifierKey,
  SIGNATURE_TYPES,
} from '../../src/index.ts';
import { ed25519Signer, mlDsa44Signer, sha256 } from '../node-crypto.ts';

/** The example of C2SP signed-note. */
const EXAMPLE = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';

test('the example of the specification is read and written', () => {
  const key = parseVerifierKey(sha256, EXAMPLE);
  assert.equal(key.name, 'example.com/foo');
  assert.equal(key.keyId, 0x530d903a);
  assert.equal(key.type, SIGNATURE_TYPES.ed25519);
  assert.equal(formatVerifierKey(sha256, key), EXAMPLE);
});

test('keys of all types come back', () => {
  for (const { key } of [
    ed25519Signer('a.example/log', 1),
    ed25519Signer('ключ', 2, true),
    mlDsa44Signer('witness.example'),
  ]) {
    assert.deepEqual(parseVerifierKey(sha256, formatVerifierKey(sha256, key)), key);
  }
});

test('a type has an id of its own, also for the same name and public key', () => {
  const { key } = ed25519Signer('a.example', 1);
  assert.notEqual(
    keyIdOf(sha256, key),
    keyIdOf(sha256, { ...key, type: SIGNATURE_TYPES.ed25519Cosignature }),
  );
});

test('what is no key is refused with what would be right', () => {
  const cases: [string, RegExp][] = [
    ['', /"" is no verifier key: it is <name>\+<8 hexadecimal digits>\+<Base 64>/],
    ['example.com/foo', /is no verifier key/],
    [EXAMPLE.replace('530d903a', '530D903A'), /is no verifier key/],
    [EXAMPLE.slice(0, -1), /is no verifier key/],
    [`${EXAMPLE}\n`, /is no verifier key/],
    [EXAMPLE.replace('530d903a', '530d903b'), /has the key id 530d903b, but name and key have 530d903a/],
    [EXAMPLE.replace('foo', 'bar'), /has the key id 530d903a, but name and key have/],
    [EXAMPLE.replace('AekyeRrm', 'AukyeRrm'), /a key of the type 2, which is not known: 1, 4 and 6 are/],
    ['a b+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k', /"a b" is no name of a key/],
    ['+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k', /"" is no name of a key/],
    ['a+530d903a+AekyeRrm', /the public key has 5 bytes, not 32/],
    ['a+530d903a+', /is no verifier key/],
  ];
  for (const [text, message] of cases) {
    assert.throws(() => parseVerifierKey(sha256, text), { name: 'TlogError', message }, text);
  }
});

test('names without characters, and with spaces, pluses or control characters are refused', () => {
  const { publicKey } = ed25519Signer('a', 1).key;
  for (const name of ['', 'a b', 'a\u00a0b', 'a+b', 'a\nb', 'a\u007fb', '\ud800']) {
    assert.throws(
      () => createVerifierKey(sha256, { name, publicKey }),
      /is no name of a key/,
      JSON.stringify(name),
    );
  }
});

test('a private key has the form of Go, and comes back', () => {
  const { key } = ed25519Signer('a.example/log', 7);
  const seed = new Uint8Array(32).fill(7);
  const text = formatPrivateKey(sha256, { ...key, seed });
  const [keyId = ''] = formatVerifierKey(sha256, key).split('+').slice(1);
  assert.equal(text, `PRIVATE+KEY+a.example/log+${keyId}+AQcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH`);
  assert.deepEqual(parsePrivateKey(text), { name: key.name, keyId: key.keyId, seed });
});

test('what is no private key is refused without telling it', () => {
  const text = 'PRIVATE+KEY+a+00000000+AQcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH';
  parsePrivateKey(text);
  for (const broken of [
    '',
    EXAMPLE,
    text.slice(1),
    text.slice(0, -4),
    `${text}\n`,
    text.replace('+AQcH', '+BAcH'),
    text.replace('+a+', '++'),
  ]) {
    assert.throws(() => parsePrivateKey(broken), {
      name: 'TlogError',
      message: /^this is no private key: it is /,
    });
  }
});
