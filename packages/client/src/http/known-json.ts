// JSON responses of the cache: which are used, and which may be stored.
import type { ResponseCache } from '../cache/response-cache.ts';
import type { Answer } from './answer.ts';
import { parseJson, type WantedJson } from './json.ts';

/** A cached response, already parsed. */
interface Known<T> {
  readonly etag: string;
  readonly value: T;
}

// RFC 9111, section 5.2.2.5.
export function forbidsStoring(answer: Answer): boolean {
  return /\bno-store\b/i.test(answer.header('cache-control') ?? '');
}

// The entry is parsed before the request: a damaged one is ignored, and not discovered only after the 304.
export async function findKnown<T>(
  cache: ResponseCache,
  key: string,
  wanted: WantedJson<T>,
): Promise<Known<T> | undefined> {
  try {
    const entry = await cache.get(key);
    if (entry === undefined || !/^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(entry.etag)) return undefined;
    return { etag: entry.etag, value: parseJson(entry.body, wanted) };
  } catch {
    return undefined;
  }
}
