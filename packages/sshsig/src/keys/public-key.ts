// Public keys: the lines of `.pub` files, and the bytes in them (RFC 4253, section 6.6).
import { hash } from 'node:crypto';
import type { Parsed } from '@prime-registry/protocol';
import { parsedBy, SshsigError } from '../sshsig-error.ts';
import { decodeBase64 } from '../wire/base64.ts';
import { WireReader } from '../wire/wire-reader.ts';
import { keyFormOf, readKeyType } from './key-forms.ts';
import type { OpenedKey, SshKeyType } from './key-type.ts';

/** The longest line that is read: an RSA key of 8192 bits takes 1,400 characters. */
const MAX_LINE_LENGTH = 8192;

/** A public key. */
export interface SshPublicKey {
  readonly type: SshKeyType;
  /** The key in the form of the SSH protocols, with its type. There is only one for a key. */
  readonly blob: Uint8Array;
  /** What follows the key in its line, such as `ada@example.com`; empty if nothing does. */
  readonly comment: string;
}

/** The key in a line of a `.pub` file: `ssh-ed25519 AAAA… comment`. */
export function parsePublicKey(line: string): Parsed<SshPublicKey> {
  return parsedBy(() => readPublicKey(line));
}

/** As {@link parsePublicKey}. @throws SshsigError */
export function readPublicKey(line: string): SshPublicKey {
  const [, type, encoded = '', comment = ''] = PUBLIC_KEY.exec(line.slice(0, MAX_LINE_LENGTH).trim()) ?? [];
  if (type === undefined || line.length > MAX_LINE_LENGTH) {
    throw new SshsigError(
      'this is no public key of OpenSSH: it should be one line like "ssh-ed25519 AAAA… comment"',
    );
  }
  const blob = decodeBase64(encoded);
  if (blob === undefined) throw new SshsigError('the second word of a public key should be Base 64');
  const key = readKeyBlob(blob);
  if (key.type !== type)
    throw new SshsigError(`the line says another type of keys than the key, which is ${key.type}`);
  return { ...key, comment };
}

const PUBLIC_KEY = /^([\w.@-]+)[ \t]+([A-Za-z0-9+/]+=*)(?:[ \t]+([^\r\n]*))?$/;

/** A key in the form of the SSH protocols. @throws SshsigError */
export function readKeyBlob(blob: Uint8Array): SshPublicKey {
  return { type: openKey(blob).type, blob, comment: '' };
}

/** A key for node:crypto. @throws SshsigError */
export function openKey(blob: Uint8Array): OpenedKey & { readonly type: SshKeyType } {
  const reader = new WireReader(blob, 'the key');
  const type = readKeyType(reader);
  const opened = keyFormOf(type).open(reader);
  reader.end();
  return { ...opened, type };
}

/** The line of a key without its comment: `ssh-ed25519 AAAA…`. */
export function formatPublicKey(key: SshPublicKey): string {
  return `${key.type} ${Buffer.from(key.blob).toString('base64')}`;
}

/** The fingerprint of a key as OpenSSH prints it: `SHA256:` and 43 characters. */
export function fingerprintOf(key: SshPublicKey): string {
  return `SHA256:${hash('sha256', key.blob, 'base64').replace(/=+$/, '')}`;
}
