// RSA keys (RFC 4253, section 6.6) with the signatures of RFC 8332. SHA-1, which `ssh-rsa` stands for there, is refused.
import { createPublicKey, verify } from 'node:crypto';
import { SshsigError } from '../sshsig-error.ts';
import type { KeyForm } from './key-type.ts';

const MIN_BITS = 3072;
/** OpenSSH takes twice as many. A signature takes 1 ms to verify then, and there may be 16 of a version. */
const MAX_BITS = 8192;
/** OpenSSL verifies with no larger exponents; 65537 has three bytes. */
const MAX_EXPONENT_BYTES = 8;

const HASHES: Readonly<Record<string, string>> = { 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' };

export const rsa: KeyForm = {
  open(reader) {
    const e = reader.positive('exponent');
    const n = reader.positive('modulus');
    const bits = bitsOf(n);
    if (bits < MIN_BITS || bits > MAX_BITS) {
      throw new SshsigError(`an RSA key must have ${MIN_BITS} to ${MAX_BITS} bits, not ${bits}`);
    }
    if (e.length > MAX_EXPONENT_BYTES || e.equals(Buffer.of(1)) || isEven(e) || isEven(n)) {
      throw new SshsigError('the key is no RSA key: its exponent or its modulus cannot be one');
    }
    const key = { kty: 'RSA', e: e.toString('base64url'), n: n.toString('base64url') };
    return { key: createPublicKey({ key, format: 'jwk' }) };
  },
  algorithms: Object.keys(HASHES),
  verify({ key }, { algorithm, reader, signed }) {
    const bytes = reader.string('bytes');
    reader.end();
    const length = Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8);
    if (bytes.length > length) {
      throw new SshsigError(`the signature has ${bytes.length} bytes, but its key ${length}`);
    }
    // Zeros at the start may be left out, and OpenSSL wants them.
    const signature = Buffer.concat([Buffer.alloc(length - bytes.length), bytes]);
    return verify(HASHES[algorithm], signed, key, signature);
  },
};

function bitsOf(number: Buffer): number {
  return number.length * 8 - Math.clz32(number[0] ?? 0) + 24;
}

function isEven(number: Buffer): boolean {
  return ((number.at(-1) ?? 0) & 1) === 0;
}
