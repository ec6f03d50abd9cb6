// The shared database or S3 server fails or hangs for a while. Requests that need it get a 503, and replicas
// recover without a restart.
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@prime-registry/testkit';
import type { Gate } from '../registry/gate.ts';
import type { Loss, World } from '../world.ts';
import type { Fault } from './fault.ts';

const HEAL_TIMEOUT_MS = 15_000;

export const restartDatabase: Fault = {
  name: 'restart-database',
  needs: 'database',
  async run({ world, services: { database }, random }) {
    await duringOutage(world, ['writes', 'reads', 'tarballs'], async () => {
      await database?.stop(random.pick(['fast', 'crash']));
      await delay(random.integer(0, 500));
      await database?.start();
    });
  },
};

export const cutDatabase: Fault = {
  name: 'cut-database',
  needs: 'database',
  run: ({ world, services, random }) =>
    duringOutage(world, ['writes', 'reads', 'tarballs'], () =>
      atTheGate(services.database?.gate, 'shut', random),
    ),
};

export const holdDatabase: Fault = {
  name: 'hold-database',
  needs: 'database',
  run: ({ world, services, random }) =>
    duringOutage(world, ['writes', 'reads', 'tarballs'], () =>
      atTheGate(services.database?.gate, 'hold', random),
    ),
};

export const cutBuckets: Fault = {
  name: 'cut-buckets',
  needs: 'buckets',
  run: ({ world, services, random }) =>
    // A running download breaks off.
    duringOutage(world, ['connections', 'writes', 'tarballs'], () =>
      atTheGate(services.buckets?.gate, 'shut', random),
    ),
};

export const holdBuckets: Fault = {
  name: 'hold-buckets',
  needs: 'buckets',
  run: ({ world, services, random }) =>
    duringOutage(world, ['connections', 'writes', 'tarballs'], () =>
      atTheGate(services.buckets?.gate, 'hold', random),
    ),
};

async function atTheGate(gate: Gate | undefined, how: 'shut' | 'hold', random: SeededRandom): Promise<void> {
  const open = gate?.[how]();
  await delay(random.integer(20, 800));
  open?.();
}

async function duringOutage(
  world: World,
  losses: readonly Loss[],
  outage: () => Promise<void>,
): Promise<void> {
  const heal = world.disturb(...losses);
  await outage();
  await Promise.all(world.registry.replicas.map(({ baseUrl }) => waitUntilReady(world, baseUrl)));
  heal();
}

async function waitUntilReady(world: World, baseUrl: string): Promise<void> {
  const giveUpMs = performance.now() + HEAL_TIMEOUT_MS;
  for (;;) {
    const { status } = await fetch(`${baseUrl}/-/health/ready`);
    if (status === 200) return;
    if (performance.now() > giveUpMs) return world.violate('a replica does not recover after an outage');
    // Seldom: each answer asks the database.
    await delay(100);
  }
}
