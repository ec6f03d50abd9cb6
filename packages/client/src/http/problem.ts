// Error responses: problem+json if the registry sends it (RFC 9457), otherwise only the status. The
// registry's text is not trusted: it is shown as one bounded line, and an HTML page not at all.
import { isJsonObject, parseRetryAfter } from '@prime-registry/protocol';
import { isAborted } from '../failure-guards.ts';
import type { ClientSettings } from '../registry-client-options.ts';
import { RegistryRequestError } from '../registry-request-error.ts';
import { singleLine } from '../single-line.ts';
import type { Answer, TextLimits } from './answer.ts';
import { describeDuration } from './connection-failure.ts';
import { blotOut, failure } from './failure.ts';
import { explainsItself, findDoubt } from './not-found.ts';
import {
  findMatch,
  findText,
  type ProblemFields,
  readFieldProblems,
  readRefusals,
} from './problem-fields.ts';
import { withoutQuery } from './redirect.ts';

const MAX_PROBLEM_BYTES = 64 * 1024;
const CODE = /^[a-z][a-z0-9_]{0,63}$/;
const CURSOR = /^[0-9a-f.]{1,50}$/;
const REQUEST_ID = /^[A-Za-z0-9._-]{1,100}$/;

/**
 * Turns a response with a status of 400 or above into an error. A 404 that may not be the registry's own is
 * `malformed`, with the status 404.
 */
export async function readFailure(
  answer: Answer,
  { timeoutMs, ...rules }: Pick<ClientSettings, 'timeoutMs' | 'knownRegistries' | 'acceptsNotFoundPages'>,
  { nowMs, isOptional }: { readonly nowMs: number; readonly isOptional: boolean },
): Promise<RegistryRequestError> {
  const { status, subject, isForeign } = answer;
  if (isForeign && status === 404) {
    // After a 404, a resolver asks its next registry. So only the registry itself may send one.
    const place = withoutQuery(answer.url);
    return failure(
      subject,
      'malformed',
      `redirects to ${place}, which answered 404; the target of a redirect must exist`,
    );
  }
  const problem = isForeign
    ? {}
    : await readProblem(answer, { maxBytes: MAX_PROBLEM_BYTES, totalMs: timeoutMs });
  const retryAfterMs = parseRetryAfter(answer.header('retry-after'), nowMs);
  const code = findText(problem, 'code', CODE);
  if (!isForeign && explainsItself(answer, code)) rules.knownRegistries.add(subject.registry);
  else if (status === 404) {
    const doubt = await findDoubt(answer, rules, { isOptional, timeoutMs });
    if (doubt !== undefined) return failure(subject, 'malformed', doubt, { status });
  }
  const ownId = blotOut(answer.header('x-request-id') ?? '', subject.token);
  const requestId = findText(problem, 'request_id', REQUEST_ID) ?? findMatch(ownId, REQUEST_ID);
  const resumeAt = code === 'log_restarted' ? findText(problem, 'next', CURSOR) : undefined;
  const errors = readFieldProblems(problem.errors);
  const refusals = readRefusals(problem.prime_refusals);
  const sentences = [describeStatus(answer, problem)];
  if (retryAfterMs !== undefined) sentences.push(`It asks to wait ${describeDuration(retryAfterMs)}.`);
  return new RegistryRequestError(sentences.join(' '), {
    registry: subject.registry,
    request: subject.request,
    reason: 'status',
    status,
    errors,
    refusals,
    ...(code !== undefined && { code }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(requestId !== undefined && { requestId }),
    ...(resumeAt !== undefined && { resumeAt }),
  });
}

/** The fields of the problem; none when the body is something else or incomplete. */
async function readProblem(answer: Answer, limits: TextLimits): Promise<ProblemFields> {
  if (!answer.isJson) return {};
  try {
    // Before the text is cut: half a token would not be recognised.
    const body: unknown = JSON.parse(await answer.readText(limits), (_key, value: unknown) =>
      typeof value === 'string' ? blotOut(value, answer.subject.token) : value,
    );
    return isJsonObject(body) ? body : {};
  } catch (error) {
    if (isAborted(error)) throw error;
    return {};
  }
}

function describeStatus(
  { subject, status, mediaType, isForeign, url }: Answer,
  problem: ProblemFields,
): string {
  const { registry, token } = subject;
  if (isForeign) {
    return `${registry} redirects to ${blotOut(withoutQuery(url), token)}, which answered ${status}.`;
  }
  // An OAuth error has only a description (RFC 6749, section 5.2).
  const said = [problem.title, problem.detail ?? problem.error_description]
    .filter((text) => typeof text === 'string')
    .map(sentence);
  const text = said.filter((line) => line !== '').join(' ');
  return text === '' ? `${registry} answered ${status} with ${mediaType}.` : `${registry}: ${status} ${text}`;
}

function sentence(text: string): string {
  const line = singleLine(text);
  return line === '' || /[.!?…]$/.test(line) ? line : `${line}.`;
}
