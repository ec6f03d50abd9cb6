// Reads the parts of a token without believing any of them (RFC 7515, section 7.1; RFC 8725).
import { quote } from '@prime-registry/protocol/basics';
import type { JWSHeaderParameters } from 'jose';
import { AssertionError } from './assertion-error.ts';
import { parseStrictObject } from './strict-json.ts';

/** Largest token, in bytes. */
export const MAX_ASSERTION_BYTES = 16 * 1024;

/** The algorithms of signatures that are accepted: asymmetric ones only, so that a public key is never a secret. */
export const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const;

/** One of {@link ALGORITHMS}. */
type Algorithm = (typeof ALGORITHMS)[number];

/** What selects the key of a token. */
export interface AssertionHeader extends JWSHeaderParameters {
  readonly alg: Algorithm;
  readonly kid: string;
}

/** A token that was read, and is not verified. */
export interface UnverifiedAssertion {
  readonly header: AssertionHeader;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Longest `kid`, in characters. */
const MAX_KID_LENGTH = 256;
/** Header fields that would change what is verified, or with which key. */
const REFUSED_FIELDS = ['crit', 'b64', 'jwk', 'jku', 'x5u', 'x5c', 'enc', 'zip'];
const TYPES = /^(?:application\/)?(?:at\+)?jwt$/i;

/** @throws AssertionError `malformed` or `header_refused` */
export function readAssertion(text: string): UnverifiedAssertion {
  if (text.length > MAX_ASSERTION_BYTES)
    throw new AssertionError(
      'malformed',
      `the token has ${text.length} bytes; at most ${MAX_ASSERTION_BYTES} are allowed`,
    );
  const parts = text.split('.');
  const [header = '', payload = '', signature = ''] = parts;
  if (parts.length !== 3)
    throw new AssertionError(
      'malformed',
      `the token has ${describeParts(parts.length)}; a signed token has three`,
    );
  const read = { header: readHeader(readPart('header', header)), claims: readPart('payload', payload) };
  decodePart('signature', signature);
  return read;
}

function describeParts(count: number): string {
  if (count === 5) return 'five parts, so it is encrypted';
  return count === 1 ? 'one part' : `${count} parts`;
}

function readHeader(header: Readonly<Record<string, unknown>>): AssertionHeader {
  for (const field of REFUSED_FIELDS)
    if (Object.hasOwn(header, field))
      throw refused(`the header of the token has '${field}', which is not accepted`);
  const { alg, kid, typ } = header;
  const algorithm = ALGORITHMS.find((known) => known === alg);
  if (algorithm === undefined)
    throw refused(`the token is signed with ${describe(alg)}; accepted are ${ALGORITHMS.join(', ')}`);
  if (typ !== undefined && !(typeof typ === 'string' && TYPES.test(typ)))
    throw refused(`the type of the token is ${describe(typ)}; accepted is 'JWT'`);
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID_LENGTH)
    throw refused(`the header of the token has no 'kid' of 1 to ${MAX_KID_LENGTH} characters`);
  return { alg: algorithm, kid };
}

function readPart(name: string, part: string): Readonly<Record<string, unknown>> {
  try {
    return parseStrictObject(decodePart(name, part));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new AssertionError('malformed', `the ${name} of the token is wrong: ${error.message}`);
    throw error;
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes base64url without padding, of which each text has exactly one spelling (RFC 4648, section 3.5). */
function decodePart(name: string, part: string): string {
  const bytes = Buffer.from(part, 'base64url');
  if (part === '' || bytes.toString('base64url') !== part)
    throw new AssertionError('malformed', `the ${name} of the token is not base64url without padding`);
  if (name === 'signature') return '';
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new AssertionError('malformed', `the ${name} of the token is not UTF-8`);
  }
}

function describe(value: unknown): string {
  return typeof value === 'string' ? quote(value) : `a value of type ${typeof value}`;
}

function refused(message: string): AssertionError {
  return new AssertionError('header_refused', message);
}
