// The steady load under which everything happens: some clients, each doing one thing after the other by chance.
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@prime-registry/testkit';
import type { World } from '../world.ts';
import { readAnything } from './read.ts';
import { compete, publishSomething, publishWrongly, yankSomething } from './write.ts';

type Deed = (world: World, random: SeededRandom) => Promise<void>;

const WRITER: readonly Deed[] = [
  publishSomething,
  publishSomething,
  publishSomething,
  compete,
  publishWrongly,
  yankSomething,
];
const READER: readonly Deed[] = [readAnything];

/** Who is there. */
const CLIENTS: readonly (readonly Deed[])[] = [WRITER, WRITER, WRITER, READER, READER];

// While the registry is down, and so that a round does not fill the disk.
const PAUSE_MS = 3;

/** Lets the clients work until the answer is called; it resolves when each has its last answer. */
export function startLoad(world: World, random: SeededRandom): () => Promise<void> {
  let isOver = false;
  const working = CLIENTS.map(async (deeds, number) => {
    const choices = random.fork(`client ${number}`);
    while (!isOver) {
      if (world.registry.isUp) await choices.pick(deeds)(world, choices);
      await delay(PAUSE_MS);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(working);
  };
}
