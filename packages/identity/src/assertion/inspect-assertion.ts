// Everything that is wrong with a token, for the operator who asks why it is refused. Nothing is given out for it.
import type { Claims } from '../claims/claims.ts';
import { AssertionError } from './assertion-error.ts';
import { checkAudience, checkTimes } from './check-claims.ts';
import { readAssertion } from './read-assertion.ts';
import { checkSignature, type FindKey, getIssuer } from './verify-assertion.ts';

/** A token that was looked at. */
export interface Inspection {
  readonly claims: Claims;
  /** What `verifyAssertion` would refuse, in its order; empty for a good token. */
  readonly problems: readonly AssertionError[];
}

/** What a token is compared with. */
export interface InspectOptions {
  /** Undefined: the signature is not checked. */
  readonly findKey: FindKey | undefined;
  /** Undefined: the audience is not checked. */
  readonly audience: string | undefined;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** How long ago it may have been issued, in milliseconds. */
  readonly maxAgeMs: number;
}

/**
 * Looks at a token.
 * @throws AssertionError if its form is so wrong that it has no claims; errors of `findKey` as they are
 */
export async function inspectAssertion(text: string, options: InspectOptions): Promise<Inspection> {
  const read = readAssertion(text);
  const { claims } = read;
  const { findKey, audience, ...times } = options;
  const checks = [
    () => getIssuer(read),
    () => (findKey === undefined ? undefined : checkSignature(text, read, findKey)),
    () => (audience === undefined ? undefined : checkAudience(claims, audience)),
    () => checkTimes(claims, times),
  ];
  const problems: AssertionError[] = [];
  for (const check of checks)
    try {
      await check();
    } catch (error) {
      if (!(error instanceof AssertionError)) throw error;
      problems.push(error);
    }
  return { claims, problems };
}
