// Makes the errors of this package, so that each names its registry and its request.
import { type FailureDetails, type FailureReason, RegistryRequestError } from '../registry-request-error.ts';
import { blotOut } from './blot-out.ts';

/** What an error is about. */
export interface Subject extends Pick<FailureDetails, 'registry' | 'request'> {
  /** What was sent along; no error repeats it. */
  readonly token?: string | undefined;
}

/** What can be said beyond the reason. */
export type FailureExtras = Omit<FailureDetails, 'registry' | 'request' | 'reason'>;

/** An error whose message is the registry's address and what is said of it: `predicate` begins with a verb. */
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
