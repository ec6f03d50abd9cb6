// Makes the errors of this package, so that each names its registry and its request.
import { type FailureDetails, type FailureReason, RegistryRequestError } from '../registry-request-error.ts';

/** What an error is about. */
export type Subject = Pick<FailureDetails, 'registry' | 'request'>;

/** What can be said beyond the reason. */
export type FailureExtras = Omit<FailureDetails, keyof Subject | 'reason'>;

/** An error whose message is the registry's address and what is said of it: `predicate` begins with a verb. */
export function failure(
  { registry, request }: Subject,
  reason: FailureReason,
  predicate: string,
  extras: FailureExtras = {},
): RegistryRequestError {
  return new RegistryRequestError(`${registry} ${predicate}.`, { registry, request, reason, ...extras });
}
