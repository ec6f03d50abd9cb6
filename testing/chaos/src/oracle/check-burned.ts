// A published version stays taken, also for the same bytes or other build metadata. A version that never
// existed is free.
import type { SeededRandom } from '@prime-registry/testkit';
import { publish } from '../load/write.ts';
import { drawDraft, formOf } from '../model/draft.ts';
import { describe } from '../model/ledger.ts';
import type { World } from '../world.ts';

const SAMPLE = 3;

export async function checkBurned(world: World, random: SeededRandom): Promise<void> {
  const { facts, entries } = world.ledger;
  for (let count = 0; count < SAMPLE && facts.length > 0; count += 1) {
    const { fact } = random.pick(facts);
    const again = random.chance(0.5)
      ? fact
      : drawDraft(random, fact.name, `${fact.identity}${random.pick(['', '+burned'])}`);
    const { contentType, body } = formOf(again, random);
    const question = { path: '/publish', headers: { 'content-type': contentType }, body };
    const answer = await world.ask({ method: 'POST', ...question, token: world.tokens.admin });
    if (typeof answer !== 'string' && answer.status !== 409) {
      world.violate(
        `${describe(fact)} is published, but another publish of it was answered with ${answer.status}`,
      );
    }
  }
  const failed = entries.filter(
    ({ fact, attempts }) => fact === undefined && attempts.every(({ state }) => state === 'absent'),
  );
  if (failed.length === 0) return;
  // Checked like every publish: only a 201 is right.
  const { name, identity } = random.pick(failed);
  await publish(world, drawDraft(random, name, identity), random);
}
