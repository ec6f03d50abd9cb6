// Who is let in: what is revoked or over stays out, whatever happened, and the others stay in.
import type { World } from '../world.ts';

// The registry's clock is read a little later than ours.
const MARGIN_MS = 5000;

export async function checkTokens(world: World): Promise<void> {
  const { admin, stranger, reader, brief, briefUntilMs, revocable } = world.tokens;
  const leftMs = briefUntilMs - (Date.now() + world.registry.clockOffsetMs);
  const expected: [what: string, token: string, isGood: boolean][] = [
    ['the admin', admin, true],
    ['the stranger', stranger, true],
    ['the reader', reader, true],
    ['who was revoked', revocable.secret, !revocable.isRevoked],
  ];
  if (Math.abs(leftMs) > MARGIN_MS) expected.push(['who has an hour', brief, leftMs > 0]);
  for (const [what, token, isGood] of expected) {
    const answer = await world.ask({ path: '/-/whoami', token });
    if (typeof answer !== 'string' && answer.status !== (isGood ? 200 : 401)) {
      world.violate(`${what} gets a ${answer.status}`);
    }
  }
}
