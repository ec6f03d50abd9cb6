// Kills or restarts one replica while the others continue.
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { lossesBeside } from './start-beside.ts';

export const killReplica: Fault = {
  name: 'kill-replica',
  needs: 'replicas',
  async run({ world, random }) {
    const replica = random.pick(world.registry.replicas);
    const heal = world.disturb('connections', ...lossesBeside(world.registry));
    await replica.end('SIGKILL');
    await delay(random.integer(0, 200));
    await replica.start();
    heal();
  },
};

export const rollReplicas: Fault = {
  name: 'roll-replicas',
  needs: 'replicas',
  async run({ world }) {
    // Uploads that outlast the grace period are cut off. A replica that shuts down may refuse requests.
    const heal = world.disturb('connections', 'writes', 'reads', 'tarballs');
    for (const replica of world.registry.replicas) {
      const code = await replica.end('SIGTERM');
      if (code !== 0) world.violate(`SIGTERM ended a replica with ${code}`);
      await replica.start();
    }
    heal();
  },
};
