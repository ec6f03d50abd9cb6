// Steps of a transaction that do not depend on each other.
import { pipelinedConnectionOf } from './direct-queries.ts';
import type { Database } from './schema.ts';

/**
 * Runs steps, of which none needs what another one reads. On a pipelined connection, the first statements of all go out
 * in one round trip, in this order; otherwise each step waits for the one before.
 *
 * It ends when all steps have ended: a step that went on would run its statements after the rollback.
 * @throws the error of the statement that failed first: those behind it fail because of it, and may say so earlier
 */
export async function together<Results extends readonly unknown[]>(
  db: Database,
  ...steps: { [Step in keyof Results]: () => Promise<Results[Step]> }
): Promise<Results> {
  const connection = pipelinedConnectionOf(db);
  if (connection === undefined) {
    const results: unknown[] = [];
    for (const step of steps) results.push(await step());
    return results as unknown as Results;
  }
  const outcomes = await Promise.allSettled(steps.map((step) => step()));
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (errors.length > 0) throw errors.find((error) => !connection.isAftermath(error)) ?? errors[0];
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as unknown as Results;
}
