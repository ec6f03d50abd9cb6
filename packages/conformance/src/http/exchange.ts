// A request and its response, and their description in reports.
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import { Failure } from '../outcome.ts';

/** The status for an unknown method: a registry may answer so if it lacks an optional feature. */
export const NOT_IMPLEMENTED = 501;

/** A request and its response. */
export interface Exchange {
  /** Method, URL and remark on one line; never the credentials. */
  readonly request: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as received, with any content coding. */
  readonly body: Buffer;
}

/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The status with its phrase, and the body if it is text. */
export function describeAnswer(exchange: Exchange): string {
  const status = `${exchange.status} ${STATUS_CODES[exchange.status] ?? ''}`.trim();
  const type = exchange.headers['content-type'] ?? '';
  if (exchange.body.length === 0) return `${status} without a body`;
  if (!/json|text|xml/.test(type))
    return `${status} with ${exchange.body.length} bytes of ${type || 'no stated type'}`;
  return `${status} ${exchange.body.toString('utf8')}`;
}

/** The body as a JSON object. @throws {Failure} if it is not one */
export function jsonOf(exchange: Exchange): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(exchange.body.toString('utf8'));
  } catch {
    value = undefined;
  }
  if (isJsonObject(value)) return value;
  throw new Failure({ expected: 'a JSON object', got: describeAnswer(exchange), request: exchange.request });
}

/** Whether the value is a JSON object, not an array and not null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the status is one of success. */
export function isAccepted(exchange: Exchange): boolean {
  return exchange.status >= 200 && exchange.status < 300;
}
