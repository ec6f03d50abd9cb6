// Good signatures that are written in another form than the only one: anyone who accepts them has two texts for one signature.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSshSigner, sshMpint, sshString } from '@prime-registry/testkit/ssh';
import { PUBLISH_NAMESPACE, verifySignature } from '../../src/index.ts';

const MESSAGE = 'a message';
const TYPE = 'ecdsa-sha2-nistp256';
const signer = createSshSigner(TYPE);

/** Numbers of a good signature, of which the first needs a zero byte before it in `mpint`. */
function goodNumbers(): readonly [r: Buffer, s: Buffer] {
  for (;;) {
    const bytes = signer.signBytes(MESSAGE);
    // From the end: the numbers, within a string, within a string.
    const at = bytes.lastIndexOf(TYPE) + TYPE.length + 4;
    const [r, next] = readString(bytes, at);
    const [s] = readString(bytes, next);
    if (r[0] === 0) return [r.subarray(1), s[0] === 0 ? s.subarray(1) : s];
  }
}

function readString(bytes: Buffer, at: number): readonly [content: Buffer, next: number] {
  const end = at + 4 + bytes.readUInt32BE(at);
  return [bytes.subarray(at + 4, end), end];
}

const [r, s] = goodNumbers();
const written = (...parts: Uint8Array[]): string =>
  signer.sign(MESSAGE, {
    signature: Buffer.concat([sshString(TYPE), sshString(Buffer.concat(parts))]),
  });

function messageOf(signature: string): string | undefined {
  const verified = verifySignature(signature, Buffer.from(MESSAGE), { namespace: PUBLISH_NAMESPACE });
  return verified.ok ? undefined : verified.message;
}

test('the numbers as they should be written', () =>
  assert.equal(messageOf(written(sshMpint(r), sshMpint(s))), undefined));

test('a number that looks negative', () =>
  assert.match(messageOf(written(sshString(r), sshMpint(s))) ?? '', /is negative/));

test('a number with another zero before it', () => {
  const longer = sshString(Buffer.concat([Buffer.alloc(2), r]));
  assert.match(messageOf(written(longer, sshMpint(s))) ?? '', /zeros that mean nothing/);
});

test('bytes after the numbers', () =>
  assert.match(messageOf(written(sshMpint(r), sshMpint(s), Buffer.of(0))) ?? '', /1 further bytes/));

test('Base 64 with bits that no byte uses', () => {
  const text = padded();
  const changed = text.replace(/([A-Za-z0-9+/])(\n?=)/, (_all, last: string, rest: string) => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    return `${alphabet[alphabet.indexOf(last) + 1]}${rest}`;
  });
  assert.equal(messageOf(text), undefined);
  assert.match(messageOf(changed) ?? '', /should be Base 64/);
});

/** A good signature whose length is no multiple of three. */
function padded(): string {
  for (;;) {
    const text = signer.sign(MESSAGE);
    if (text.includes('=')) return text;
  }
}
