// Checks error answers against the published table of errors, not against the server's code.
import type { Answer } from './ask.ts';

/** The codes that this harness can provoke, by status. */
const CODES: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid_form', 'invalid_manifest', 'invalid_tarball', 'invalid_request', 'invalid_query'],
  401: ['unauthenticated'],
  403: ['permission_missing', 'scope_not_allowed', 'stable_yank_refused'],
  404: ['not_found', 'prime_not_found', 'version_not_found', 'channel_not_found', 'deprecation_not_found'],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  409: ['version_exists', 'version_yanked', 'move_refused'],
  410: ['version_removed'],
  413: ['tarball_too_large', 'body_too_large'],
  416: ['range_not_satisfiable'],
  503: ['storage_unavailable', 'shutting_down'],
};

/** What is wrong with an error answer, if anything. */
export function findProblemFlaw({ status, headers, body }: Answer, isHead = false): string | undefined {
  if (status === 500) return `a 500: ${body}`;
  const codes = CODES[status];
  if (codes === undefined) return `the unexpected status ${status}`;
  const isRetry = headers['retry-after'] !== undefined;
  if (isRetry !== (status === 503)) return `a ${status} ${isRetry ? 'with' : 'without'} Retry-After`;
  if (headers['content-type'] !== 'application/problem+json; charset=utf-8')
    return `a ${status} with the content type ${headers['content-type']}`;
  if (isHead) return undefined;
  const problem = parse(body);
  if (problem === undefined) return `a ${status} that is not JSON: ${body}`;
  if (problem.status !== status) return `a ${status} whose body says ${problem.status}`;
  if (!codes.includes(String(problem.code))) return `a ${status} with the code ${problem.code}`;
  if (problem.request_id !== headers['x-request-id']) return `a ${status} with two request ids`;
  for (const field of ['type', 'title', 'detail'] as const) {
    if (typeof problem[field] !== 'string' || problem[field] === '') return `a ${status} without ${field}`;
  }
  return undefined;
}

/** Parses a JSON object. undefined if it is not one. */
export function parse(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
