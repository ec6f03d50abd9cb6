// Many items in one answer, with bounds: of memory, of what the rate limit counts, and of work without a pause.
import { forEachConcurrently, ownTurn } from '@prime-registry/concurrency';
import { PRIME_BATCH_LIMITS } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdMemory } from '../../http/admission/answer-memory.ts';
import type { ReadingDeps } from '../route-deps.ts';

/** While a database behind a network looks for one item, another is made. More would make turns longer. */
const ITEMS_AT_A_TIME = 2;
/** Work before other requests have a turn. */
const TURN_MS = 4;
/** Memory is accounted in steps: the first has this size, and the sum doubles. */
const FIRST_HELD_BYTES = 64 * 1024;

/** The answer to one item. */
export interface ItemAnswer {
  /** Its JSON; undefined if it must be read singly. */
  readonly json: string | undefined;
  /** What was read for it, in bytes of JSON, approximately. */
  readonly workBytes: number;
}

/** What answers are made for, and how. */
export interface ItemsToAnswer<T> {
  readonly items: readonly T[];
  readonly reading: Pick<ReadingDeps, 'memory' | 'countReads'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** @param pause - gives other requests a turn, if it is due */
  readonly answer: (item: T, pause: () => Promise<void>) => Promise<ItemAnswer>;
}

/**
 * The JSON of each item, in their order; `singly` for what is left out, or has no room. Each counts as a read.
 * @throws RegistryError `overloaded` if there is no memory; what `answer` throws
 */
export async function answerItems<T extends { readonly of: string }>({
  items,
  reading,
  request,
  reply,
  answer,
}: ItemsToAnswer<T>): Promise<readonly string[]> {
  // The request itself was counted.
  const allowed = 1 + reading.countReads(request, reply, items.length - 1);
  const answers = items.map(({ of }) => `{"of":${JSON.stringify(of)},"singly":true}`);
  const room = new AnswerRoom((bytes) => holdMemory(reading.memory, request, reply, bytes));
  const pause = pauseWhenDue();
  const wanted = items.slice(0, allowed).entries();
  await forEachConcurrently(wanted, { limit: ITEMS_AT_A_TIME }, async ([index, item]) => {
    await pause();
    if (room.isUsedUp) return;
    const { json, workBytes } = await answer(item, pause);
    if (room.take(workBytes) && json !== undefined) answers[index] = json;
  });
  return answers;
}

/** What is left of the answer. Work counts even if there is no room for its result: it could be asked for again. */
class AnswerRoom {
  readonly #hold: (bytes: number) => void;
  #leftBytes: number = PRIME_BATCH_LIMITS.maxAnswerBytes;
  #heldBytes = 0;

  /** @param hold - accounts memory until the answer was read; throws if there is none */
  constructor(hold: (bytes: number) => void) {
    this.#hold = hold;
  }

  get isUsedUp(): boolean {
    return this.#leftBytes <= 0;
  }

  /**
   * Whether there is room for an item.
   * @throws RegistryError `overloaded` if there is no memory
   */
  take(bytes: number): boolean {
    this.#leftBytes -= bytes;
    if (this.#leftBytes < 0) return false;
    const usedBytes = PRIME_BATCH_LIMITS.maxAnswerBytes - this.#leftBytes;
    while (this.#heldBytes < usedBytes) {
      const step = Math.max(FIRST_HELD_BYTES, this.#heldBytes);
      this.#hold(step);
      this.#heldBytes += step;
    }
    return true;
  }
}

/** Gives other requests a turn when the work of this one has taken some milliseconds. */
function pauseWhenDue(): () => Promise<void> {
  let beganMs = performance.now();
  return async () => {
    if (performance.now() - beganMs < TURN_MS) return;
    await ownTurn();
    beganMs = performance.now();
  };
}
