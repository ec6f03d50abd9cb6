// Expects a resolution to fail.
import assert from 'node:assert/strict';
import { ResolutionError, type ResolutionFailure } from '../../src/resolve/index.ts';

/**
 * The ResolutionError with which the promise rejects; fails when it has another reason, or unprintable text.
 */
export async function failureOf(
  promise: Promise<unknown>,
  reason: ResolutionFailure,
): Promise<ResolutionError> {
  const error: unknown = await promise.then(
    () => assert.fail(`resolved, instead of ${reason}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ResolutionError)) throw error;
  assert.equal(error.name, 'ResolutionError');
  assert.equal(error.reason, reason);
  assert.match(error.message, /^[^\p{Cc}\p{Cs}]+$/u);
  return error;
}
