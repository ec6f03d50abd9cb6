// ECDSA on the curves of NIST (RFC 5656), and the same in security tokens (OpenSSH PROTOCOL.u2f).
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { SshsigError } from '../sshsig-error.ts';
import { WireReader } from '../wire/wire-reader.ts';
import type { KeyForm } from './key-type.ts';
import { readTokenData } from './security-token.ts';

interface Curve {
  /** Its name in keys. */
  readonly name: string;
  readonly jwkName: string;
  /** Length of a coordinate, and of each half of a signature. */
  readonly bytes: number;
  readonly hash: 'sha256' | 'sha384' | 'sha512';
}

const P256: Curve = { name: 'nistp256', jwkName: 'P-256', bytes: 32, hash: 'sha256' };
const P384: Curve = { name: 'nistp384', jwkName: 'P-384', bytes: 48, hash: 'sha384' };
const P521: Curve = { name: 'nistp521', jwkName: 'P-521', bytes: 66, hash: 'sha512' };

/** Before the two coordinates of a point that is not compressed (SEC 1, section 2.3.3). */
const UNCOMPRESSED = 0x04;

export const ecdsaP256 = ecdsa(P256);
export const ecdsaP384 = ecdsa(P384);
export const ecdsaP521 = ecdsa(P521);

/** Keys of security tokens. */
export const skEcdsaP256: KeyForm = {
  open: (reader) => ({ key: openPoint(P256, reader), application: reader.text('application') }),
  algorithms: ['sk-ecdsa-sha2-nistp256@openssh.com'],
  verify(key, { reader, signed }) {
    const signature = readSignature(P256, reader);
    return verifyOn(P256, key.key, readTokenData(key, reader, signed), signature);
  },
};

function ecdsa(curve: Curve): KeyForm {
  return {
    open: (reader) => ({ key: openPoint(curve, reader) }),
    algorithms: [`ecdsa-sha2-${curve.name}`],
    verify({ key }, { reader, signed }) {
      const signature = readSignature(curve, reader);
      reader.end();
      return verifyOn(curve, key, signed, signature);
    },
  };
}

function openPoint(curve: Curve, reader: WireReader): KeyObject {
  const name = reader.text('curve');
  if (name !== curve.name) throw new SshsigError(`the curve of the key should be ${curve.name}`);
  const point = reader.string('point');
  if (point[0] !== UNCOMPRESSED || point.length !== 1 + 2 * curve.bytes) {
    throw new SshsigError(`the key is no uncompressed point of ${curve.name}`);
  }
  const x = point.subarray(1, 1 + curve.bytes).toString('base64url');
  const y = point.subarray(1 + curve.bytes).toString('base64url');
  try {
    return createPublicKey({ key: { kty: 'EC', crv: curve.jwkName, x, y }, format: 'jwk' });
  } catch {
    throw new SshsigError(`the key is no point of ${curve.name}`);
  }
}

/** Both halves in the form of IEEE P1363: of the length of a coordinate each. */
function readSignature(curve: Curve, reader: WireReader): Buffer {
  const halves = new WireReader(reader.string('bytes'), 'the signature');
  const r = halves.positive('r');
  const s = halves.positive('s');
  halves.end();
  if (r.length > curve.bytes || s.length > curve.bytes) {
    throw new SshsigError(`r and s of the signature have at most ${curve.bytes} bytes on ${curve.name}`);
  }
  const signature = Buffer.alloc(2 * curve.bytes);
  r.copy(signature, curve.bytes - r.length);
  s.copy(signature, 2 * curve.bytes - s.length);
  return signature;
}

function verifyOn(curve: Curve, key: KeyObject, data: Buffer, signature: Buffer): boolean {
  return verify(curve.hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature);
}
