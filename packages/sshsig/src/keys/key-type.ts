// What is known about the types of keys: how their parts are read, and how their signatures are verified.
import type { KeyObject } from 'node:crypto';
import type { WireReader } from '../wire/wire-reader.ts';

/** The name of a type of keys, as in the first column of a public key file. */
export type SshKeyType =
  | 'ssh-ed25519'
  | 'ecdsa-sha2-nistp256'
  | 'ecdsa-sha2-nistp384'
  | 'ecdsa-sha2-nistp521'
  | 'ssh-rsa'
  | 'sk-ssh-ed25519@openssh.com'
  | 'sk-ecdsa-sha2-nistp256@openssh.com';

/** A public key as node:crypto uses it. */
export interface OpenedKey {
  readonly key: KeyObject;
  /** Of keys in security tokens: what they sign for, usually `ssh:`. */
  readonly application?: string;
}

/** A signature that is to be verified. */
interface SignatureClaim {
  /** The name of the algorithm, as the signature has it. */
  readonly algorithm: string;
  /** What follows that name. The verifier reads it to its end. */
  readonly reader: WireReader;
  /** The bytes that were signed. */
  readonly signed: Buffer;
}

/** What is done with keys of one type. */
export interface KeyForm {
  /** Reads what follows the type in the key. @throws SshsigError */
  readonly open: (reader: WireReader) => OpenedKey;
  /** Names of the algorithms that a signature of such a key may have. */
  readonly algorithms: readonly string[];
  /** Whether a signature is good. @throws SshsigError if it is malformed */
  readonly verify: (key: OpenedKey, claim: SignatureClaim) => boolean;
}
