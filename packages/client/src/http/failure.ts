// Makes the errors of this package. Each names its registry and its request.
import { type FailureDetails, type FailureReason, RegistryRequestError } from '../registry-request-error.ts';
import { blotOut } from './blot-out.ts';

/** The subject of an error. */
export interface Subject extends Pick<FailureDetails, 'registry' | 'request'> {
  /** The token of the request; no error repeats it. */
  readonly token?: string | undefined;
}

/** Optional details of an error. */
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
