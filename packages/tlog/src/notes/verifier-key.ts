// Verifier keys (vkeys): C2SP signed-note, "Verifier keys".
import { TlogError } from '../tlog-error.ts';
import type { Sha256 } from '../tree/hash.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';

/** What a signature is and what exactly it signs, as the byte of C2SP signed-note. */
export const SIGNATURE_TYPES = {
  /** Ed25519 over the text of the note. */
  ed25519: 0x01,
  /** Ed25519 over a checkpoint and a time: C2SP tlog-cosignature. */
  ed25519Cosignature: 0x04,
  /** ML-DSA-44 over a checkpoint and a time: C2SP tlog-cosignature. */
  mlDsa44Cosignature: 0x06,
} as const;

/** One of {@link SIGNATURE_TYPES}. */
export type SignatureType = (typeof SIGNATURE_TYPES)[keyof typeof SIGNATURE_TYPES];

/** The length of the public key of each type, in bytes. */
const PUBLIC_KEY_BYTES: Readonly<Record<SignatureType, number>> = { 1: 32, 4: 32, 6: 1312 };

/** Whose signature it is. The name and the key id find the key that a signature is checked with. */
export interface VerifierKey {
  /** Without spaces and plus; of a log, its origin. */
  readonly name: string;
  /** A number of 32 bits. It finds a key, and protects nothing. */
  readonly keyId: number;
  readonly type: SignatureType;
  readonly publicKey: Uint8Array;
}

/** A key without its id, which follows from the rest. */
export interface NamedPublicKey {
  readonly name: string;
  /** Ed25519 over the text, by default. */
  readonly type?: SignatureType;
  readonly publicKey: Uint8Array;
}

/**
 * A key with its id.
 * @throws {TlogError} The name has spaces or a plus, or the public key another length than its type.
 */
export function createVerifierKey(sha256: Sha256, named: NamedPublicKey): VerifierKey {
  const { name, publicKey, type = SIGNATURE_TYPES.ed25519 } = named;
  if (!isKeyName(name)) {
    throw new TlogError(
      `${JSON.stringify(name)} is no name of a key: it needs characters other than spaces and +`,
    );
  }
  if (publicKey.length !== PUBLIC_KEY_BYTES[type]) {
    throw new TlogError(`the public key has ${publicKey.length} bytes, not ${PUBLIC_KEY_BYTES[type]}`);
  }
  return { name, keyId: keyIdOf(sha256, { name, type, publicKey }), type, publicKey };
}

/** The id of a key: the first 32 bits of the SHA-256 of name, type and public key. */
export function keyIdOf(
  sha256: Sha256,
  { name, type = SIGNATURE_TYPES.ed25519, publicKey }: NamedPublicKey,
): number {
  const hash = sha256(new TextEncoder().encode(`${name}\n`), Uint8Array.of(type), publicKey);
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0);
}

/** A key as text: `<name>+<key id>+<type and public key>`. */
export function formatVerifierKey(sha256: Sha256, named: NamedPublicKey): string {
  const { name, keyId, type, publicKey } = createVerifierKey(sha256, named);
  return `${name}+${formatKeyId(keyId)}+${encodeBase64(Uint8Array.of(type, ...publicKey))}`;
}

/** A key id as text: 8 digits of lower-case hexadecimal. */
export function formatKeyId(keyId: number): string {
  return keyId.toString(16).padStart(8, '0');
}

/**
 * Reads a key.
 * @throws {TlogError} It is no key, one of an unknown type, or its id is not that of the name and the public key.
 */
export function parseVerifierKey(sha256: Sha256, text: string): VerifierKey {
  const [name = '', idText, keyText] = splitKey(text);
  const [type, ...publicKey] = decodeBase64(keyText ?? '') ?? [];
  if (idText === undefined || type === undefined)
    throw new TlogError(`${quote(text)} is no verifier key: ${FORM}`);
  if (!isSignatureType(type)) {
    throw new TlogError(`${quote(text)} is a key of the type ${type}, which is not known: 1, 4 and 6 are`);
  }
  const key = createVerifierKey(sha256, { name, type, publicKey: Uint8Array.from(publicKey) });
  if (formatKeyId(key.keyId) === idText) return key;
  throw new TlogError(
    `${quote(text)} has the key id ${idText}, but name and key have ${formatKeyId(key.keyId)}`,
  );
}

const FORM = 'it is <name>+<8 hexadecimal digits>+<Base 64>';

/** Base 64 has plus signs, too: only the first two separate. */
function splitKey(text: string): string[] {
  return /^([^+]*)\+([0-9a-f]{8})\+(.+)$/s.exec(text)?.slice(1) ?? [];
}

function isSignatureType(type: number): type is SignatureType {
  return Object.values<number>(SIGNATURE_TYPES).includes(type);
}

/** The beginning of a text for a message. Keys of ML-DSA have 1.8 KB. */
function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

/** Control characters are refused in addition to what the specification forbids: names are shown to people. */
const FORBIDDEN = /[\p{White_Space}\p{Cc}+]|\p{Surrogate}/u;

/**
 * Whether a name can be that of a key (C2SP signed-note, "Format"): at least one character, no spaces, control characters
 * or plus.
 */
export function isKeyName(name: string): boolean {
  return name.length > 0 && !FORBIDDEN.test(name);
}
