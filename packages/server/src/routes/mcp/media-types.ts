// Checks that a request sends and accepts JSON.
import type { IncomingHttpHeaders } from 'node:http';

const JSON_TYPE = 'application/json';
/** What includes it. */
const JSON_RANGES: ReadonlySet<string> = new Set([JSON_TYPE, 'application/*', '*/*']);

/** What is wrong with the headers Content-Type and Accept; undefined if nothing is. */
export function findMediaProblem({
  'content-type': contentType = '',
  accept,
}: IncomingHttpHeaders): { readonly status: 406 | 415; readonly message: string } | undefined {
  if (typeOf(contentType) !== JSON_TYPE)
    return { status: 415, message: 'The body must be JSON: send it with Content-Type: application/json.' };
  const accepted = accept?.split(',').map(typeOf);
  if (accepted === undefined || accepted.some((range) => JSON_RANGES.has(range))) return undefined;
  return {
    status: 406,
    message: 'The answer is JSON: send Accept: application/json, text/event-stream.',
  };
}

/** A media type or range without its parameters, in lower case. */
function typeOf(text: string): string {
  return (text.split(';', 1)[0] ?? '').trim().toLowerCase();
}
