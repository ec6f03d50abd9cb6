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
export interface ItemAnswer<T = never> {
  /** Its JSON; undefined if it must be read singly. */
  readonly json: string | undefined;
  /** What was read for it, in bytes of JSON, approximately. */
  readonly workBytes: number;
  /** An item that nobody asked for. It is answered behind all others, if there is room for it. */
  readonly follow?: T | undefined;
}

/** What answers are made for, and how. */
export interface ItemsToAnswer<T> {
  readonly items: readonly T[];
  readonly reading: Pick<ReadingDeps, 'memory' | 'countReads'>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** @param pause - gives other requests a turn, if it is due */
  readonly answer: (item: T, pause: () => Promise<void>) => Promise<ItemAnswer<T>>;
}

/**
 * The JSON of each item, in their order; `singly` for what is left out, or has no room. Behind them, that of items which
 * follow from these. Each counts as a read.
 * @throws RegistryError `overloaded` if there is no memory; what `answer` throws
 */
export async function answerItems<T extends { readonly of: string }>({
  items,
  reading,
  request,
  reply,
  answer,
}: ItemsToAnswer<T>): Promise<readonly string[]> {
  const room = new AnswerRoom((bytes) => holdMemory(reading.memory, request, reply, bytes));
  const pause = pauseWhenDue();
  /** The answers for which there is room, at the places of their items. */
  const answerEach = async (wanted: readonly T[]): Promise<readonly (AnsweredItem<T> | undefined)[]> => {
    const answered: (AnsweredItem<T> | undefined)[] = Array.from(wanted, () => undefined);
    await forEachConcurrently(wanted.entries(), { limit: ITEMS_AT_A_TIME }, async ([index, item]) => {
      await pause();
      if (room.isUsedUp) return;
      const { json, workBytes, follow } = await answer(item, pause);
      if (room.take(workBytes) && json !== undefined) answered[index] = { json, follow };
    });
    return answered;
  };
  // The request itself was counted.
  const asked = await answerEach(items.slice(0, 1 + reading.countReads(request, reply, items.length - 1)));
  const keys = new Set(items.map(({ of }) => of));
  const following = asked.flatMap((one) => one?.follow ?? []).filter(({ of }) => !keys.has(of));
  const allowed = following.length > 0 ? reading.countReads(request, reply, following.length) : 0;
  const followed = await answerEach(following.slice(0, allowed));
  return [
    ...items.map(({ of }, index) => asked[index]?.json ?? `{"of":${JSON.stringify(of)},"singly":true}`),
    ...followed.flatMap((one) => one?.json ?? []),
  ];
}

/** An answer for which there was room. */
interface AnsweredItem<T> {
  readonly json: string;
  readonly follow: T | undefined;
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
