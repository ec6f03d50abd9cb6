// Makes the errors of this package. Each names its registry and its request.
import { type FailureDetails, type FailureReason, RegistryRequestError } from '../registry-request-error.ts';

export interface Subject extends Pick<FailureDetails, 'registry' | 'request'> {
  /** The token of the request; no error repeats it. */
  readonly token?: string | undefined;
}

export type FailureExtras = Omit<FailureDetails, 'registry' | 'request' | 'reason'>;

/** An error whose message is the registry's URL and the predicate, which begins with a verb. */
export function failure(
  { registry, request, token }: Subject,
  reason: FailureReason,
  predicate: string,
  extras: FailureExtras = {},
): RegistryRequestError {
  return new RegistryRequestError(`${registry} ${blotOut(predicate, token)}.`, {
    registry,
    request,
    reason,
    ...extras,
  });
}

/** Shorter tokens could be part of a name, a version or a digest. */
const MIN_LENGTH_IN_DATA = 16;

/** Text for errors and events, with `…` in place of the token. */
export function blotOut(text: string, token: string | undefined): string {
  return token === undefined ? text : text.replaceAll(token, '…');
}

/**
 * The same for data that programs use, such as the reason of a yank: only for tokens of at least 16
 * characters.
 */
export function blotOutOfData(text: string, token: string | undefined): string {
  return token !== undefined && token.length >= MIN_LENGTH_IN_DATA ? blotOut(text, token) : text;
}
