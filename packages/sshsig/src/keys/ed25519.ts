// Ed25519 (RFC 8709), and the same in security tokens (OpenSSH PROTOCOL.u2f).
import { createPublicKey, verify } from 'node:crypto';
import { SshsigError } from '../sshsig-error.ts';
import type { WireReader } from '../wire/wire-reader.ts';
import type { KeyForm, OpenedKey } from './key-type.ts';
import { readTokenData } from './security-token.ts';

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Keys of this machine or an agent. */
export const ed25519: KeyForm = {
  open: (reader) => ({ key: openPoint(reader) }),
  algorithms: ['ssh-ed25519'],
  verify({ key }, { reader, signed }) {
    const signature = readSignature(reader);
    reader.end();
    return verify(null, signed, key, signature);
  },
};

/** Keys of security tokens. */
export const skEd25519: KeyForm = {
  open: (reader) => ({ key: openPoint(reader), application: reader.text('application') }),
  algorithms: ['sk-ssh-ed25519@openssh.com'],
  verify(key, { reader, signed }) {
    const signature = readSignature(reader);
    return verify(null, readTokenData(key, reader, signed), key.key, signature);
  },
};

function openPoint(reader: WireReader): OpenedKey['key'] {
  const point = reader.string('public key');
  if (point.length !== KEY_BYTES) {
    throw new SshsigError(`an Ed25519 key has ${KEY_BYTES} bytes, not ${point.length}`);
  }
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') },
    format: 'jwk',
  });
}

function readSignature(reader: WireReader): Buffer {
  const signature = reader.string('bytes');
  if (signature.length !== SIGNATURE_BYTES) {
    throw new SshsigError(`an Ed25519 signature has ${SIGNATURE_BYTES} bytes, not ${signature.length}`);
  }
  return signature;
}
