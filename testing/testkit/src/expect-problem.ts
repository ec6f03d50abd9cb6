// Asserts everything that all error answers have in common, so that no test checks only half of it.
import assert from 'node:assert/strict';
import { ERROR_CODES, type ErrorCode, type Problem, type ProblemExtensions } from '@prime-registry/protocol';
import type { Answer } from './actor.ts';

/**
 * Fails unless the answer is a complete problem (RFC 9457) with this code and its status, is not cacheable
 * and has the request id.
 * @param extensions - the fields that only this code has
 * @returns the problem, so that the test can check its specific fields
 */
export function expectProblem(
  { status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>,
  code: ErrorCode,
  extensions: ProblemExtensions = {},
): Problem {
  assert.equal(headers.get('content-type'), 'application/problem+json; charset=utf-8', `${status} ${text}`);
  const problem = JSON.parse(text) as Problem;
  const { detail, errors, request_id, ...fixed } = problem;
  const { status: expectedStatus, title } = ERROR_CODES[code];
  assert.deepEqual(
    fixed,
    { type: `/-/api#error-${code}`, title, status: expectedStatus, code, ...extensions },
    text,
  );
  assert.equal(status, expectedStatus, text);
  assert.match(detail, /^\S.*[.!]$/s, 'the detail is a sentence');
  for (const { field, message } of errors ?? []) assert.ok(field !== '' && message !== '', text);
  assert.equal(headers.get('x-request-id'), request_id);
  assert.equal(headers.get('cache-control'), 'no-store');
  const isLater = expectedStatus === 429 || expectedStatus === 503 || code === 'not_logged_yet';
  assert.equal(
    headers.has('retry-after'),
    isLater,
    'Retry-After belongs to a 429, a 503 and what is on its way',
  );
  return problem;
}
