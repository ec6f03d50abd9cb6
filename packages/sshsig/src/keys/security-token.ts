// What security tokens sign (OpenSSH PROTOCOL.u2f, "SSH U2F signatures"): not the data, but its hash between other fields.
import { hash } from 'node:crypto';
import { SshsigError } from '../sshsig-error.ts';
import type { WireReader } from '../wire/wire-reader.ts';
import type { OpenedKey } from './key-type.ts';

/** The flag of a token that somebody has touched. */
const USER_PRESENT = 0x01;

/**
 * The bytes that a token has signed, with the flags and the counter at the end of its signature.
 * @throws SshsigError if nobody touched the token: malware on the machine of the author could have asked for the signature
 */
export function readTokenData(key: OpenedKey, reader: WireReader, signed: Buffer): Buffer {
  const flags = reader.bytes(1, 'flags');
  const counter = reader.bytes(4, 'counter');
  reader.end();
  if (((flags[0] ?? 0) & USER_PRESENT) === 0) {
    throw new SshsigError('the security token signed without a touch of its owner, which is required');
  }
  return Buffer.concat([sha256(key.application ?? ''), flags, counter, sha256(signed)]);
}

function sha256(data: Buffer | string): Buffer {
  return hash('sha256', data, 'buffer');
}
