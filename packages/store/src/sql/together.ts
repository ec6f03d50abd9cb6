// Steps of a transaction that do not depend on each other.
import type { Kysely } from 'kysely';
import { isPipelined } from './direct-queries.ts';
import type { Schema } from './schema.ts';

/**
 * Runs steps, of which none needs what another one reads. On a pipelined connection, the first statements of all go out
 * in one round trip, in this order; otherwise each step waits for the one before.
 *
 * It ends when all steps have ended: a step that went on would run its statements after the rollback.
 * @throws the error that came first
 */
export async function together<Results extends readonly unknown[]>(
  db: Kysely<Schema>,
  ...steps: { [Step in keyof Results]: () => Promise<Results[Step]> }
): Promise<Results> {
  const results: unknown[] = [];
  if (!isPipelined(db)) {
    for (const step of steps) results.push(await step());
    return results as unknown as Results;
  }
  let failure: { readonly reason: unknown } | undefined;
  const running = steps.map(async (step, index) => {
    try {
      results[index] = await step();
    } catch (reason) {
      failure ??= { reason };
    }
  });
  await Promise.all(running);
  if (failure !== undefined) throw failure.reason;
  return results as unknown as Results;
}
