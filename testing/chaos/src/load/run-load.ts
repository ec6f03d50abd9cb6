// The steady load during every round: several clients, each repeating random actions.
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@prime-registry/testkit';
import type { World } from '../world.ts';
import { changeSomething } from './lifecycle.ts';
import { readAnything } from './read.ts';
import { readLog } from './read-log.ts';
import { compete, publishSomething, publishWrongly, yankSomething } from './write.ts';

type Deed = (world: World, random: SeededRandom) => Promise<void>;

const WRITER: readonly Deed[] = [
  publishSomething,
  publishSomething,
  publishSomething,
  compete,
  publishWrongly,
  yankSomething,
  changeSomething,
];
const READER: readonly Deed[] = [readAnything, readAnything, readAnything, readLog];

/** The clients, with their possible actions. */
const CLIENTS: readonly (readonly Deed[])[] = [WRITER, WRITER, WRITER, READER, READER];

/**
 * Starts the clients.
 * @param pauseMs - between two actions of a client; avoids a busy loop while the registry is down, and a full disk
 * @returns a function that stops them and waits for their last answers
 */
export function startLoad(world: World, random: SeededRandom, pauseMs: number): () => Promise<void> {
  let isOver = false;
  const working = CLIENTS.map(async (deeds, number) => {
    const choices = random.fork(`client ${number}`);
    while (!isOver) {
      if (world.registry.isUp) await choices.pick(deeds)(world, choices);
      await delay(pauseMs);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(working);
  };
}
