// The assertions that checks are written in. Each throws a Failure that quotes the request it is about.

import { describeAnswer, type Exchange, type JsonObject } from '../http/exchange.ts';
import { Blocked, Failure, Unmet } from '../outcome.ts';
import { describeBytes, findDigestSpelling } from './digest.ts';

/** @throws {Failure} always: the registry answered wrongly. */
export function fail(exchange: Exchange, expected: string, got: string = describeAnswer(exchange)): never {
  throw new Failure({ expected, got, request: exchange.request });
}

/**
 * The answer has one of the statuses.
 * @throws {Blocked} on a rate limit, which the contract leaves to the registry (section 8).
 */
export function expectStatus(exchange: Exchange, ...statuses: readonly number[]): void {
  if (statuses.includes(exchange.status)) return;
  refuseRateLimit(exchange);
  fail(exchange, `status ${statuses.join(' or ')}`);
}

/** The answer turns the request down, with whatever status from 400 to 499. @throws {Blocked} on a rate limit. */
export function expectRejected(exchange: Exchange): void {
  refuseRateLimit(exchange);
  if (exchange.status < 400 || exchange.status > 499) fail(exchange, 'a status from 400 to 499');
}

function refuseRateLimit({ status, request }: Exchange): void {
  if (status !== 429) return;
  throw new Blocked('The registry limits how many requests it takes: raise its limit for this run', request);
}

/** A value equals what the contract asks for. */
export function expectEqual(exchange: Exchange, what: string, actual: unknown, expected: unknown): void {
  const got = JSON.stringify(actual);
  const wanted = JSON.stringify(expected);
  if (got !== wanted) fail(exchange, `${what} ${wanted}`, `${what} ${got ?? 'missing'}`);
}

/** The body is exactly these bytes. */
export function expectBytes(exchange: Exchange, expected: Buffer): void {
  expectStatus(exchange, 200);
  if (exchange.body.equals(expected)) return;
  fail(
    exchange,
    `the ${describeBytes(expected)}`,
    `${exchange.status} with the ${describeBytes(exchange.body)}`,
  );
}

/** The declared type is JSON (RFC 8259, or a `+json` type, RFC 6839). */
export function expectJsonType(exchange: Exchange): void {
  const type = exchange.headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    fail(exchange, 'Content-Type application/json', `Content-Type ${type || 'missing'}`);
  }
}

/** A field that holds the digest of the bytes. Returns a remark when it is not spelt in lower-case hexadecimal. */
export function expectDigest(exchange: Exchange, text: string, bytes: Buffer): string | undefined {
  const spelling = findDigestSpelling(text, bytes);
  if (spelling === undefined) {
    fail(exchange, `sha256 of the ${describeBytes(bytes)}`, `sha256 ${JSON.stringify(text)}`);
  }
  return spelling === 'hex' ? undefined : `sha256 is spelt as ${spelling}`;
}

/** A string field whose type another check judges. @throws {Unmet} when it is not a string. */
export function stringField(object: JsonObject, field: string): string {
  const value = object[field];
  if (typeof value !== 'string') throw new Unmet(`the field ${field} is not a string`);
  return value;
}
