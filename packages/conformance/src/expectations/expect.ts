// The assertions of checks. Each throws a Failure that quotes the request.
import { createHash } from 'node:crypto';
import { describeAnswer, type Exchange, type JsonObject } from '../http/exchange.ts';
import { Blocked, Failure, Unmet } from '../outcome.ts';

/** @throws {Failure} always: the response is wrong */
export function fail(exchange: Exchange, expected: string, got: string = describeAnswer(exchange)): never {
  throw new Failure({ expected, got, request: exchange.request });
}

/**
 * The response has one of the statuses.
 * @throws {Blocked} on a rate limit, which the contract allows (section 8)
 */
export function expectStatus(exchange: Exchange, ...statuses: readonly number[]): void {
  if (statuses.includes(exchange.status)) return;
  refuseRateLimit(exchange);
  fail(exchange, `status ${statuses.join(' or ')}`);
}

/** The response has a status from 400 to 499. @throws {Blocked} on a rate limit */
export function expectRejected(exchange: Exchange): void {
  refuseRateLimit(exchange);
  if (exchange.status < 400 || exchange.status > 499) fail(exchange, 'a status from 400 to 499');
}

function refuseRateLimit({ status, request }: Exchange): void {
  if (status !== 429) return;
  throw new Blocked('The rate limit of the registry was reached: raise it for this run', request);
}

/** A value equals the one that the contract requires. */
export function expectEqual(exchange: Exchange, what: string, actual: unknown, expected: unknown): void {
  const got = JSON.stringify(actual);
  const wanted = JSON.stringify(expected);
  if (got !== wanted) fail(exchange, `${what} ${wanted}`, `${what} ${got ?? 'missing'}`);
}

export function expectBytes(exchange: Exchange, expected: Buffer): void {
  expectStatus(exchange, 200);
  if (exchange.body.equals(expected)) return;
  fail(
    exchange,
    `the ${describeBytes(expected)}`,
    `${exchange.status} with the ${describeBytes(exchange.body)}`,
  );
}

/** The Content-Type is JSON (RFC 8259, or a `+json` type, RFC 6839). */
export function expectJsonType(exchange: Exchange): void {
  const type = exchange.headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    fail(exchange, 'Content-Type application/json', `Content-Type ${type || 'missing'}`);
  }
}

/** A field has the digest of the bytes. Returns a remark if it is not in lower-case hexadecimal. */
export function expectDigest(exchange: Exchange, text: string, bytes: Buffer): string | undefined {
  const spelling = findDigestSpelling(text, bytes);
  if (spelling === undefined) {
    fail(exchange, `sha256 of the ${describeBytes(bytes)}`, `sha256 ${JSON.stringify(text)}`);
  }
  return spelling === 'hex' ? undefined : `sha256 is written as ${spelling}`;
}

/** A string field whose type another check examines. @throws {Unmet} if it is not a string */
export function stringField(object: JsonObject, field: string): string {
  const value = object[field];
  if (typeof value !== 'string') throw new Unmet(`the field ${field} is not a string`);
  return value;
}

/**
 * The spelling in which the text is the SHA-256 of the bytes: hexadecimal in either case or base64, with or
 * without the prefix `sha256:` or `sha256-`: the contract does not define it. Undefined if it is not the digest.
 */
export function findDigestSpelling(text: string, bytes: Buffer): string | undefined {
  const digest = createHash('sha256').update(bytes).digest();
  const [, prefix = '', rest = ''] = /^(sha256[:-])?(.*)$/is.exec(text) ?? [];
  const after = prefix === '' ? '' : ` after "${prefix}"`;
  if (rest === digest.toString('hex')) return `hex${after}`;
  if (rest.toLowerCase() === digest.toString('hex')) return `upper-case hex${after}`;
  if (/^[\w+/-]{43}=?$/.test(rest) && Buffer.from(rest, 'base64').equals(digest)) return `base64${after}`;
  return undefined;
}

/** Size and digest of some bytes, for reports. */
export function describeBytes(bytes: Buffer): string {
  return `${bytes.length} bytes with SHA-256 ${createHash('sha256').update(bytes).digest('hex')}`;
}
