// GET /-/resolve?primes=…: many lists and manifests in one answer, for the resolution of sets of Primes. Each item is
// exactly what the request for it alone answers, or says that this request must be sent.
import { forEachConcurrently, ownTurn } from '@prime-registry/concurrency';
import {
  PRIME_BATCH_LIMITS,
  PrimeBatchQuerySchema,
  PrimeBatchSchema,
  parsePrimeBatchQuery,
  ROUTES,
} from '@prime-registry/protocol';
import { holdMemory } from '../../http/admission/answer-memory.ts';
import { invalidQuery } from '../../http/requests/query-problems.ts';
import { json, problems } from '../responses.ts';
import type { Route } from '../route.ts';
import { readLocally } from './read-locally.ts';

/** While a database behind a network looks for one item, another is made. More would make turns longer. */
const ITEMS_AT_A_TIME = 2;
/** Work before other requests have a turn. */
const TURN_MS = 4;
/** Memory is accounted in steps: the first has this size, and the sum doubles. */
const FIRST_HELD_BYTES = 64 * 1024;

export const primeBatch: Route<'store' | 'mirror' | 'reading'> = {
  method: 'GET',
  path: ROUTES.primeBatch,
  access: 'readers',
  schema: {
    operationId: 'readPrimes',
    summary: 'Read many lists and manifests',
    description:
      'Counts as one read for each item. An item is singly if an upstream may have a say, if the Prime has moved, is missing or removed, or if the answer or the rate limit has no room for it.',
    tags: ['beyond the contract'],
    querystring: PrimeBatchQuerySchema,
    response: {
      200: json(PrimeBatchSchema, 'The lists and manifests.'),
      ...problems(
        [400, 'The query parameter is wrong; errors says why.'],
        [503, 'Too many answers wait to be read.'],
      ),
    },
  },
  async handle({ store, mirror, reading }, request, reply): Promise<string> {
    const parsed = parsePrimeBatchQuery(request.query as Record<string, unknown>);
    if ('problems' in parsed) throw invalidQuery(parsed.problems);
    const { items, includeYanked } = parsed;
    // The request itself was counted.
    const allowed = 1 + reading.countReads(request, reply, items.length - 1);
    const answers = items.map(({ of }) => `{"of":${JSON.stringify(of)},"singly":true}`);
    const room = new AnswerRoom((bytes) => holdMemory(reading.memory, request, reply, bytes));
    const pause = pauseWhenDue();
    const wanted = items.slice(0, allowed).entries();
    await forEachConcurrently(wanted, { limit: ITEMS_AT_A_TIME }, async ([index, item]) => {
      await pause();
      if (room.isUsedUp) return;
      const answer = await readLocally({ store, mirror, pause, includeYanked }, item);
      if (room.take(answer.workBytes) && answer.json !== undefined) answers[index] = answer.json;
    });
    reply.type('application/json; charset=utf-8');
    return `{"primes":[${answers.join(',')}]}`;
  },
};

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
