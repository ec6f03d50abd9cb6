// Group commit: publishes that are ready at the same time share one transaction, and the one fsync of its
// commit. A publish does not wait if no group commits: while one commits, and in the turns of the event loop after it
// that bring more, the next one gathers.
import { setImmediate } from 'node:timers/promises';
import { RegistryError } from '@prime-registry/protocol';
import type { Transact } from '../engine.ts';
import type { Transaction } from '../sql/schema.ts';

// Together they limit how long a group blocks other writers, and the size of its log on disk.
const MAX_MEMBERS = 64;
const MAX_BYTES = 4 * 2 ** 20;
/** In how many turns of the event loop the first publishes of a group may wait for others, after the group before. */
const MAX_TURNS = 8;

/**
 * Runs works in one transaction, in order. Called again with the same works if that was rolled back.
 * @returns the outcome of each work; throws if all fail. If it throws anything but a RegistryError, each work gets a
 *   transaction of its own.
 */
export type RunGroup<Work, Result> = (
  transaction: Transaction,
  works: readonly Work[],
) => Promise<readonly PromiseSettledResult<Result>[]>;

interface Member<Work, Result> extends PromiseWithResolvers<Result> {
  readonly work: Work;
  readonly sinceMs: number;
  /** Whether it must not share a transaction: one of its group made the statements fail for all. */
  readonly isAlone?: boolean;
}

/**
 * Creates a function that runs a work together with simultaneous ones. Its promise settles when the
 * transaction has committed, and is rejected if the transaction fails, or its own statements do.
 * @param sizeOf - estimates the bytes that a work writes to the database.
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
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      await commitGroup(first);
      await gather();
    }
    isCommitting = false;
  }

  /**
   * Waits for publishes that are nearly ready, because a group costs nearly as much for one as for ten: as long as each
   * turn of the event loop brings another one.
   */
  async function gather(): Promise<void> {
    let known = -1;
    for (
      let turn = 0;
      turn < MAX_TURNS && waiting.length > known && waiting.length < MAX_MEMBERS;
      turn += 1
    ) {
      known = waiting.length;
      await setImmediate();
    }
  }

  async function commitGroup(first: Member<Work, Result>): Promise<void> {
    let group: Member<Work, Result>[] = [];
    let isRun = false;
    try {
      const outcomes = await transact(async (transaction) => {
        // Only now, so that the group includes works that came while another process was writing. A retry
        // keeps the group.
        if (group.length === 0) group = waiting.splice(0, countNext());
        isRun = false;
        const settled = await runGroup(
          transaction,
          group.map(({ work }) => work),
        );
        isRun = true;
        return settled;
      }, first.sinceMs);
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') group[index]?.resolve(outcome.value);
        else group[index]?.reject(outcome.reason);
      }
    } catch (error) {
      // If no transaction could begin, only the work that has waited longest fails.
      if (group.length === 0) group = waiting.splice(0, 1);
      // Nothing was committed. What the statements do not like is of one publish, and no fault of the others; a database
      // that is away is no fault of any.
      const isOfOne = !isRun && group.length > 1 && !(error instanceof RegistryError);
      if (isOfOne) waiting.unshift(...group.map(makeAlone));
      else for (const { reject } of group) reject(error);
    }
  }

  function makeAlone(member: Member<Work, Result>): Member<Work, Result> {
    return { ...member, sinceMs: performance.now(), isAlone: true };
  }

  /** The size of the next group: at least one work, and as many more as the limits allow. */
  function countNext(): number {
    let bytes = 0;
    // Those that are alone come before all others.
    const isAlone = waiting[0]?.isAlone === true;
    const end = waiting.findIndex(({ work }, index) => {
      bytes += sizeOf(work);
      return index > 0 && (isAlone || index === MAX_MEMBERS || bytes > MAX_BYTES);
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
