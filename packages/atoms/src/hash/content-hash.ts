// The identity of an atom's content: SHA-256 of the whole, and a fast fingerprint of each field.
import type { FieldFingerprint } from '../atom.ts';
import { canonicalObject, compareText } from './canonical-json.ts';

/** The content that the hash of an atom covers; the values of fields are canonical JSON. */
export interface HashedContent {
  readonly kind: string;
  readonly name: string;
  readonly fields: readonly (readonly [key: string, json: string])[];
}

/** The text whose SHA-256 is the hash of an atom. */
export function canonicalAtom({ kind, name, fields }: HashedContent): string {
  return canonicalObject([
    ['fields', canonicalObject(fields)],
    ['kind', JSON.stringify(kind)],
    ['name', JSON.stringify(name)],
  ]);
}

/** SHA-256 of a text in UTF-8, 64 lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string | Promise<string>;

/** With Web Cryptography, which browsers have too. A job in another thread for each text is slow. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  // Node.js 24 has no Uint8Array.prototype.toHex.
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fingerprintFields(fields: HashedContent['fields']): FieldFingerprint[] {
  return fields
    .map(([field, json]) => ({ field, fingerprint: fingerprint(json) }))
    .toSorted((a, b) => compareText(a.field, b.field));
}

/** Two 32-bit multiplicative hashes over the UTF-16 units, with different multipliers and offsets. */
export function fingerprint(text: string): string {
  let a = 0x2f0b4a27;
  let b = 0x6c078965;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ (unit + at), 0x85ebca6b);
    a ^= b >>> 15;
  }
  return toHex(a ^ (a >>> 16)) + toHex(b ^ (b >>> 13));
}

function toHex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0');
}
