// Key files, and what their keys sign.
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { describe, test } from 'node:test';
import { parseNote, parseVerifierKey, verifyNote } from '@prime-registry/tlog';
import { sha256 } from '../../src/signing/ed25519.ts';
import {
  formatKeyFile,
  KeyFileError,
  makeSigningKey,
  parseKeyFile,
  verifierKeyOf,
} from '../../src/signing/key-file.ts';
import { createNoteSigner } from '../../src/signing/note-signer.ts';

/** The example of the documentation of Go's module sumdb/note. */
const GO_PRIVATE = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const GO_VERIFIER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const GO_TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const GO_SIGNATURE =
  'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=';

describe('a key file', () => {
  test('has keys as Go writes them', () => {
    const [key, ...others] = parseKeyFile(`${GO_PRIVATE}\n`);
    assert.ok(key);
    assert.deepEqual(others, []);
    assert.equal(verifierKeyOf('PeterNeumann', key), GO_VERIFIER);
    assert.equal(formatKeyFile([key]), `${GO_PRIVATE}\n`);
  });

  test('is read as it was written, with the ends of keys that were replaced', () => {
    const keys = [
      makeSigningKey('example.com/-/log'),
      { ...makeSigningKey('example.com/-/log'), untilMs: Date.parse('2027-02-21T08:00:00Z') },
    ];
    const text = formatKeyFile(keys);
    assert.match(text, /^PRIVATE\+KEY\+\S+\nPRIVATE\+KEY\+\S+ until 2027-02-21T08:00:00Z\n$/);
    const parsed = parseKeyFile(`# keys of the log\r\n\n${text}`);
    assert.deepEqual(
      parsed.map(({ name, seed, untilMs }) => ({ name, seed: [...seed], untilMs })),
      keys.map(({ name, seed, untilMs }) => ({ name, seed: [...seed], untilMs })),
    );
  });

  const bad: [title: string, text: string, message: RegExp][] = [
    ['nothing', '\n# no key\n', /^there is no key in it$/],
    ['another text', 'hello\n', /^line 1: this is no private key: it is PRIVATE\+KEY\+/],
    ['a verifier key', `\n${GO_VERIFIER}\n`, /^line 2: this is no private key/],
    [
      'a damaged key',
      GO_PRIVATE.replace('c74f20a3', 'c74f20a4'),
      /^line 1: its key id is not that of the key/,
    ],
    ['only a key with an end', `${GO_PRIVATE} until 2027-02-21T08:00:00Z`, /^its first key has an end/],
    ['an end that is no time', `${GO_PRIVATE} until tomorrow`, /^line 1: its end is no time such as/],
    ['many keys', `${GO_PRIVATE}\n`.repeat(17), /^it has 17 keys; at most 16/],
  ];
  for (const [title, text, message] of bad) {
    test(`is refused with ${title}; the message has nothing of a key`, () => {
      assert.throws(
        () => parseKeyFile(text),
        (error) =>
          error instanceof KeyFileError && message.test(error.message) && !error.message.includes('AYEKFALV'),
      );
    });
  }
});

describe('a signer', () => {
  const until = Date.parse('2027-02-21T08:00:00Z');
  const current = makeSigningKey('old.example/-/log');
  const replaced = { ...makeSigningKey('old.example/-/log'), untilMs: until };
  const origin = 'example.com/-/log/2';
  const root = sha256();

  test('signs the text that Go signs in the same way', () => {
    const key = parseVerifierKey(sha256, GO_VERIFIER);
    const note = parseNote(`${GO_TEXT}\n— PeterNeumann ${GO_SIGNATURE}\n`);
    assert.equal(verifyNote({ ed25519: verifyEd25519 }, note, [key]).length, 1);
  });

  test('signs with all keys of an overlap, and only with the current one after it', () => {
    for (const [nowMs, keys] of [
      [until - 1, [current, replaced]],
      [until, [current]],
    ] as const) {
      const signer = createNoteSigner(origin, [current, replaced], () => nowMs);
      assert.deepEqual(
        signer.vkeys,
        keys.map((key) => verifierKeyOf(origin, key)),
      );
      const note = parseNote(signer.sign(0, root));
      assert.match(note.text, /^example\.com\/-\/log\/2\n0\n47DEQpj8HBSa/);
      const known = [current, replaced].map((key) => parseVerifierKey(sha256, verifierKeyOf(origin, key)));
      assert.equal(verifyNote({ ed25519: verifyEd25519 }, note, known).length, keys.length);
    }
  });

  test('signs the same bytes for the same tree, in whatever process', () => {
    const first = createNoteSigner(origin, [current], Date.now).sign(0, root);
    assert.equal(createNoteSigner(origin, [current], Date.now).sign(0, root), first);
  });
});

function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, key, signature);
}
