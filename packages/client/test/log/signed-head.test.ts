// Whose heads count, and that the same head is verified once.
import assert from 'node:assert/strict';
import { generateKeyPairSync, hash, sign, verify } from 'node:crypto';
import { test } from 'node:test';
import {
  createVerifierKey,
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  type Sha256,
  signNote,
} from '@prime-registry/tlog';
import { trustKeys } from '../../src/log/signed-head.ts';

const ORIGIN = 'primes.example/-/log';
const sha256: Sha256 = (...parts) => hash('sha256', Buffer.concat(parts), 'buffer');
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const named = {
  name: ORIGIN,
  publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
};
const key = createVerifierKey(sha256, named);

function headOf(size: number, origin = ORIGIN): string {
  const signer = { key, sign: (message: Uint8Array) => sign(null, message, privateKey) };
  return formatNote(signNote(formatCheckpoint({ origin, size, root: new Uint8Array(32) }), [signer]));
}

test('a head is verified once while it is the last one; a bad one is refused each time', () => {
  let verified = 0;
  const ed25519 = (_: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean => {
    verified += 1;
    return verify(null, message, publicKey, signature);
  };
  const readHead = trustKeys([formatVerifierKey(sha256, named)], { sha256, verifiers: { ed25519 } });
  const [first, second] = [headOf(7), headOf(8)];
  for (const text of [first, first, first]) assert.equal(readHead(text).size, 7);
  assert.equal(verified, 1);
  assert.equal(readHead(second).size, 8);
  assert.equal(verified, 2);
  const forged = second.replace('\n8\n', '\n9\n');
  for (const _ of [1, 2]) assert.throws(() => readHead(forged), /bad signature/);
  assert.equal(verified, 4);
  assert.equal(readHead(second).size, 8);
  assert.equal(verified, 4);
});

test('a key signs for the log of its name only, and messages are short whatever a log is called', () => {
  const ed25519 = (_: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
    verify(null, message, publicKey, signature);
  const other = { ...named, name: 'other.example/-/log' };
  const vkeys = [named, other].map((each) => formatVerifierKey(sha256, each));
  const readHead = trustKeys(vkeys, { sha256, verifiers: { ed25519 } });
  assert.equal(readHead(headOf(7)).size, 7);
  assert.throws(() => readHead(headOf(7, other.name)), /not signed by the trusted key/);
  assert.throws(
    () => readHead(headOf(7, 'x'.repeat(100_000))),
    (error: Error) => {
      assert.match(error.message, /^the log calls itself x+…$/);
      return error.message.length < 1100;
    },
  );
});
