// The database that replicas share is gone for a while, or does not answer: meanwhile everything is a 503, and it heals by itself.
import { setTimeout as delay } from 'node:timers/promises';
import type { World } from '../world.ts';
import type { Fault, FaultContext } from './fault.ts';

const HEAL_TIMEOUT_MS = 15_000;

export const restartDatabase: Fault = {
  name: 'restart-database',
  needs: 'database',
  async run({ world, database, random }) {
    if (database === undefined) return;
    await withoutDatabase(world, async () => {
      await database.stop(random.pick(['fast', 'crash']));
      await delay(random.integer(0, 500));
      await database.start();
    });
  },
};

export const cutDatabase: Fault = {
  name: 'cut-database',
  needs: 'database',
  run: (context) => atTheGate(context, 'shut'),
};

export const holdDatabase: Fault = {
  name: 'hold-database',
  needs: 'database',
  run: (context) => atTheGate(context, 'hold'),
};

async function atTheGate({ world, database, random }: FaultContext, how: 'shut' | 'hold'): Promise<void> {
  if (database === undefined) return;
  await withoutDatabase(world, async () => {
    const open = database.gate[how]();
    await delay(random.integer(20, 800));
    open();
  });
}

async function withoutDatabase(world: World, work: () => Promise<void>): Promise<void> {
  const heal = world.disturb('writes', 'reads', 'tarballs');
  await work();
  await Promise.all(world.registry.replicas.map(({ baseUrl }) => waitUntilReady(world, baseUrl)));
  heal();
}

async function waitUntilReady(world: World, baseUrl: string): Promise<void> {
  const giveUpMs = performance.now() + HEAL_TIMEOUT_MS;
  for (;;) {
    const { status } = await fetch(`${baseUrl}/-/health/ready`);
    if (status === 200) return;
    if (performance.now() > giveUpMs) return world.violate('a replica does not come back after its database');
    await delay(20);
  }
}
