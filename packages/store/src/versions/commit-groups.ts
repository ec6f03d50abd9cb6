// Works that are ready at the same time share one transaction, and with it the one sync of its commit. Nobody waits for a
// group to form: while one commits, the next gathers.
import type { Transaction } from 'kysely';
import type { Transact } from '../engine.ts';
import type { Schema } from '../sql/schema.ts';

// Together they bound how long a group keeps other processes from writing, and how much of the disk its log takes.
const MAX_MEMBERS = 64;
const MAX_BYTES = 4 * 2 ** 20;

/**
 * Carries out works in one transaction, in order; the same works again when that was undone.
 * @returns what became of each; throws when that is so for all.
 */
export type RunGroup<Work, Result> = (
  transaction: Transaction<Schema>,
  works: readonly Work[],
) => Promise<readonly PromiseSettledResult<Result>[]>;

interface Member<Work, Result> extends PromiseWithResolvers<Result> {
  readonly work: Work;
  readonly sinceMs: number;
}

/**
 * Makes a function that carries out a work together with those that are asked for at the same time. What it returns is
 * known when the transaction has committed, and fails with it.
 * @param sizeOf - about how many bytes a work writes to the database.
 */
export function commitInGroups<Work, Result>(
  transact: Transact,
  runGroup: RunGroup<Work, Result>,
  sizeOf: (work: Work) => number,
): (work: Work) => Promise<Result> {
  const waiting: Member<Work, Result>[] = [];
  let isCommitting = false;

  async function commitAll(): Promise<void> {
    isCommitting = true;
    for (let [first] = waiting; first !== undefined; [first] = waiting) await commitGroup(first);
    isCommitting = false;
  }

  async function commitGroup(first: Member<Work, Result>): Promise<void> {
    let group: Member<Work, Result>[] = [];
    try {
      const outcomes = await transact((transaction) => {
        // Only now: whoever came while another process was writing is in it as well. When it has to be run again, with the same.
        if (group.length === 0) group = waiting.splice(0, countNext());
        return runGroup(
          transaction,
          group.map(({ work }) => work),
        );
      }, first.sinceMs);
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') group[index]?.resolve(outcome.value);
        else group[index]?.reject(outcome.reason);
      }
    } catch (error) {
      // What could not begin fails for the one that has waited longest; the others have time left.
      if (group.length === 0) group = waiting.splice(0, 1);
      for (const { reject } of group) reject(error);
    }
  }

  /** At least one, and as many more as there is room for. */
  function countNext(): number {
    let bytes = 0;
    const end = waiting.findIndex(({ work }, index) => {
      bytes += sizeOf(work);
      return index > 0 && (index === MAX_MEMBERS || bytes > MAX_BYTES);
    });
    return end === -1 ? waiting.length : end;
  }

  return (work) => {
    const member = { work, sinceMs: performance.now(), ...Promise.withResolvers<Result>() };
    waiting.push(member);
    if (!isCommitting) void commitAll();
    return member.promise;
  };
}
