// Checks tokens: revoked and expired ones are refused, the others accepted, after any fault.
import type { World } from '../world.ts';

// The registry reads its clock a little later than this process.
const MARGIN_MS = 5000;

export async function checkTokens(world: World): Promise<void> {
  const { admin, stranger, reader, brief, briefUntilMs, revocable } = world.tokens;
  const leftMs = briefUntilMs - (Date.now() + world.registry.clockOffsetMs);
  const expected: [what: string, token: string, isGood: boolean][] = [
    ['the admin token', admin, true],
    ['the token of another scope', stranger, true],
    ['the read token', reader, true],
    ['the revoked token', revocable.secret, !revocable.isRevoked],
  ];
  if (Math.abs(leftMs) > MARGIN_MS) expected.push(['the one-hour token', brief, leftMs > 0]);
  for (const [what, token, isGood] of expected) {
    const answer = await world.ask({ path: '/-/whoami', token });
    if (typeof answer !== 'string' && answer.status !== (isGood ? 200 : 401)) {
      world.violate(`${what} was answered with ${answer.status}`);
    }
  }
}
