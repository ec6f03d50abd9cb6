// Reads JSON responses: checks the media type, the digest, the syntax and the fields.
import { createSha256 } from '#sha256';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { ClientSettings } from '../registry-client-options.ts';
import { ShapeError, type ShapeReader } from '../shapes/read-shape.ts';
import type { Answer } from './answer.ts';
import { blotOutOfData, failure } from './failure.ts';

/**
 * The time limit for a whole JSON response, in multiples of the timeout: a registry must not send it byte by
 * byte.
 */
const TOTAL_TIMEOUTS = 10;

export interface WantedJson<T> {
  /** Its name in messages, such as `list of versions`. */
  readonly what: string;
  readonly read: ShapeReader<T>;
  /** Whether `read` gets the text itself, for a caller that parses it. */
  readonly isText?: boolean;
}

/**
 * Reads the body of a response.
 * @throws RegistryRequestError `malformed` for any other document, `corrupt` when the digest does not match.
 */
export async function readJson<T>(
  answer: Answer,
  wanted: WantedJson<T>,
  { maxJsonBytes, timeoutMs, verifiesJson, onJsonChunk }: ClientSettings,
): Promise<{ value: T; body: string }> {
  const { subject, status, mediaType } = answer;
  const { what } = wanted;
  if (!answer.isJson) {
    const hint = 'check that this is the address of a registry';
    throw failure(subject, 'malformed', `answered ${status} with ${mediaType} instead of JSON; ${hint}`);
  }
  const totalMs = timeoutMs * TOTAL_TIMEOUTS;
  const text = await answer.readText({ maxBytes: maxJsonBytes, totalMs, onChunk: onJsonChunk });
  if (verifiesJson && !isIntact(answer, text))
    throw failure(subject, 'corrupt', `sent a ${what} that was changed in transit`);
  const body = blotOutOfData(text, subject.token);
  try {
    return { value: parseJson(body, wanted), body };
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw failure(subject, 'malformed', `sent an invalid ${what}: ${error.message}`);
  }
}

/** @throws ShapeError when it is not JSON, or does not have the shape. */
export function parseJson<T>(body: string, { read, isText = false }: Omit<WantedJson<T>, 'what'>): T {
  return read(isText ? body : parse(body));
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ShapeError('it is not JSON');
  }
}

// RFC 9111, section 5.2.2.5.
export function forbidsStoring(answer: Answer): boolean {
  return /\bno-store\b/i.test(answer.header('cache-control') ?? '');
}

/**
 * What a cache has, already parsed. That happens before the request: a damaged entry is ignored, and not discovered only
 * after the 304.
 */
export async function findKnown<T>(
  cache: ResponseCache,
  key: string,
  wanted: WantedJson<T>,
): Promise<{ readonly etag: string; readonly value: T } | undefined> {
  try {
    const entry = await cache.get(key);
    if (entry === undefined || !/^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(entry.etag)) return undefined;
    return { etag: entry.etag, value: parseJson(entry.body, wanted) };
  } catch {
    return undefined;
  }
}

/** Whether the body matches its digest; true if there is no digest of this body (RFC 9530, section 3). */
function isIntact(answer: Answer, text: string): boolean {
  const promised = /(?:^|[\s,])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(answer.header('repr-digest') ?? '')?.[1];
  if (promised === undefined || answer.header('content-encoding') !== null) return true;
  const hash = createSha256();
  hash.update(new TextEncoder().encode(text));
  const digits = Array.from(atob(promised), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  );
  return hash.digestHex() === digits;
}
