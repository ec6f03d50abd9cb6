// Which 404 to believe. After one, a resolver asks its next registry, so a 404 that a proxy made up during an
// outage would give a name to another registry. The contract leaves the bodies of errors open: a plain
// registry may send anything but a web page. A registry that once explained an error is held to that.

import { isAborted } from '../failure-guards.ts';
import { singleLine } from '../single-line.ts';
import type { Answer } from './answer.ts';

/**
 * The base URLs of registries that have answered an error with problem+json and a `code` (RFC 9457). Any
 * other 404 of theirs comes from something in front of them. A `Set` will do; to remember them longer, store
 * them.
 */
export interface KnownRegistries {
  has(baseUrl: string): boolean;
  /** Called after every such error, also if the registry is known. */
  add(baseUrl: string): unknown;
}

export interface NotFoundRules {
  readonly knownRegistries: KnownRegistries;
  readonly acceptsNotFoundPages: boolean;
}

/** Whether the answer itself explains its error, which proxies do not. */
export function explainsItself(answer: Answer, code: string | undefined): boolean {
  return code !== undefined && /^application\/problem\+json\b/i.test(answer.header('content-type') ?? '');
}

/**
 * What is wrong with a 404 that does not explain itself, as a predicate of the registry's URL; undefined if it
 * counts. For an optional endpoint, a web page is as good as another 404: nothing is decided by it.
 */
export async function findDoubt(
  answer: Answer,
  { knownRegistries, acceptsNotFoundPages }: NotFoundRules,
  { isOptional, timeoutMs }: { readonly isOptional: boolean; readonly timeoutMs: number },
): Promise<string | undefined> {
  const { mediaType } = answer;
  if (knownRegistries.has(answer.subject.registry)) {
    return `answered 404 with ${mediaType}, but explains its own errors with problem+json: something in front of it has answered, and the registry may have it`;
  }
  if (isOptional || acceptsNotFoundPages || !(await isPage(answer, timeoutMs))) return undefined;
  return 'answered 404 with a web page, which is not the answer of a registry: something in front of it may have answered, and the registry may have it';
}

const MAX_SNIFFED_BYTES = 64 * 1024;

/** Whether the body is HTML, by its media type or, if that is text or missing, by how it begins. */
async function isPage(answer: Answer, timeoutMs: number): Promise<boolean> {
  const { mediaType } = answer;
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType)) return true;
  if (!mediaType.startsWith('text/') && answer.header('content-type') !== null) return false;
  try {
    const text = await answer.readText({ maxBytes: MAX_SNIFFED_BYTES, totalMs: timeoutMs });
    return /^<(?:!doctype html|html|head|body)\b/i.test(singleLine(text.slice(0, 1000).trim(), 100));
  } catch (error) {
    if (isAborted(error)) throw error;
    // Longer than any answer of a registry, or broken off.
    return true;
  }
}
