// Verifies tokens as a registry does that trusts one issuer.
import { type Assertion, AssertionError, verifyAssertion } from '../../src/index.ts';
import { AUDIENCE, findTestKey, ISSUER, NOW_MS } from './test-issuer.ts';

export function verify(token: string, nowMs = NOW_MS): Promise<Assertion> {
  return verifyAssertion(token, {
    keysOf: (issuer) => (issuer === ISSUER ? findTestKey : undefined),
    audience: AUDIENCE,
    nowMs,
  });
}

/** The code with which a token is refused, and the message; `accepted` if it is not. Other errors are thrown. */
export async function refusalOf(token: string, nowMs?: number): Promise<readonly [string, string]> {
  try {
    await verify(token, nowMs);
  } catch (error) {
    if (error instanceof AssertionError) return [error.code, error.message];
    throw error;
  }
  return ['accepted', ''];
}
