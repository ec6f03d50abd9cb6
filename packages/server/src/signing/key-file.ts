// The text of a key file: private keys in the form of Go's sumdb/note, one a line, the current one first. A key that was
// replaced has the time until which it signs, too.
import { formatTimestamp, parseTimestamp } from '@prime-registry/protocol/basics';
import {
  createVerifierKey,
  formatPrivateKey,
  formatVerifierKey,
  type PrivateKey,
  parsePrivateKey,
  TlogError,
} from '@prime-registry/tlog';
import { makeSeed, openSeed, sha256 } from './ed25519.ts';

/** A private key of the log. */
export interface SigningKey {
  /** What the log was called when the key was made. What the key signs has the name that the log has then. */
  readonly name: string;
  /** 32 bytes. */
  readonly seed: Uint8Array;
  /** When it stops to sign, in milliseconds since the epoch; undefined for the current key. */
  readonly untilMs: number | undefined;
}

/** A key file that cannot be used; the message is for the operator, and contains no part of a key. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** Keys of one file: the current one, and those that are replaced and still sign. */
export const MAX_KEYS = 16;
const UNTIL = /^(\S+) until (\S+)$/;

/** Parses a key file; empty lines, and lines that begin with #, are left out. @throws KeyFileError */
export function parseKeyFile(text: string): SigningKey[] {
  const keys = text.split(/\r?\n/).flatMap((line, index) => {
    const content = line.trim();
    return content === '' || content.startsWith('#') ? [] : [parseLine(content, index + 1)];
  });
  if (keys.length === 0) throw new KeyFileError('there is no key in it');
  if (keys.length > MAX_KEYS)
    throw new KeyFileError(`it has ${keys.length} keys; at most ${MAX_KEYS} are allowed`);
  if (keys[0]?.untilMs !== undefined)
    throw new KeyFileError('its first key has an end; the first one must be the current key, without one');
  return keys;
}

/** The text of a key file. */
export function formatKeyFile(keys: readonly SigningKey[]): string {
  const lines = keys.map(({ name, seed, untilMs }) => {
    const key = formatPrivateKey(sha256, { name, seed, publicKey: openSeed(seed).publicKey });
    return untilMs === undefined ? key : `${key} until ${formatTimestamp(untilMs)}`;
  });
  return `${lines.join('\n')}\n`;
}

/** A new key. @param name - what the log is called, without spaces and `+` */
export function makeSigningKey(name: string): SigningKey {
  return { name, seed: makeSeed(), untilMs: undefined };
}

/** What verifies the signatures of a key under a name of the log (C2SP signed-note, "Verifier keys"). */
export function verifierKeyOf(origin: string, { seed }: Pick<SigningKey, 'seed'>): string {
  return formatVerifierKey(sha256, { name: origin, publicKey: openSeed(seed).publicKey });
}

function parseLine(line: string, number: number): SigningKey {
  const [, keyText = line, until] = UNTIL.exec(line) ?? [];
  const untilMs = until === undefined ? undefined : parseTimestamp(until);
  if (untilMs === undefined && until !== undefined)
    throw new KeyFileError(`line ${number}: its end is no time such as 2027-02-21T08:00:00Z`);
  const { name, seed, keyId } = parseKey(keyText, number);
  const { keyId: expected } = createVerifierKey(sha256, { name, publicKey: openSeed(seed).publicKey });
  if (keyId !== expected)
    throw new KeyFileError(`line ${number}: its key id is not that of the key; the line is damaged`);
  return { name, seed, untilMs };
}

function parseKey(text: string, number: number): PrivateKey {
  try {
    return parsePrivateKey(text);
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    throw new KeyFileError(`line ${number}: ${error.message}`);
  }
}
