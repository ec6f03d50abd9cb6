// The public keys of an issuer (RFC 7517), as it publishes them.
import { isJsonObject, type Parsed, parseJsonObject, quote } from '@prime-registry/protocol/basics';
import { createLocalJWKSet, type JWK } from 'jose';
import type { FindKey } from '../assertion/verify-assertion.ts';

/** Keys that were read. */
export interface KeySet {
  /** Rejects with `JWKSNoMatchingKey` of jose for a key that is not there. */
  readonly find: FindKey;
  /** The keys alone, without anything else that the issuer has sent, as JSON. */
  readonly text: string;
}

/** Most keys of an issuer. */
const MAX_KEYS = 100;
const KINDS: readonly unknown[] = ['RSA', 'EC', 'OKP'];
/** Of a private key: nothing here needs them, and nothing must keep them. */
const PRIVATE_FIELDS: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']);

/**
 * Reads a key set. Keys of other kinds, and those without a `kid`, are left out; a rejection says why no key is left, in
 * words that follow "the key set".
 */
export function parseKeySet(text: string): Parsed<KeySet> {
  const keys = parseJsonObject(text)?.keys;
  if (!Array.isArray(keys)) return { ok: false, message: "is not a JSON object with a list 'keys'" };
  if (keys.length > MAX_KEYS)
    return { ok: false, message: `has ${keys.length} keys; at most ${MAX_KEYS} are allowed` };
  const usable = keys.filter(isUsable).map(toPublic);
  if (usable.length === 0)
    return {
      ok: false,
      message: `has no key that can be used: one with a 'kid', of the kind ${KINDS.map((kind) => quote(String(kind))).join(' or ')}`,
    };
  return {
    ok: true,
    value: { find: createLocalJWKSet({ keys: usable }), text: JSON.stringify({ keys: usable }) },
  };
}

function isUsable(key: unknown): key is JWK {
  if (!isJsonObject(key)) return false;
  const { kid, kty, use } = key;
  return typeof kid === 'string' && kid !== '' && KINDS.includes(kty) && (use === undefined || use === 'sig');
}

function toPublic(key: JWK): JWK {
  return Object.fromEntries(Object.entries(key).filter(([name]) => !PRIVATE_FIELDS.has(name))) as JWK;
}
