// The disk is full, read-only or missing. What can be read is still answered, everything else is a 503.
import { setTimeout as delay } from 'node:timers/promises';
import type { World } from '../world.ts';
import type { Fault } from './fault.ts';

export const fullDisk: Fault = {
  name: 'full-disk',
  needs: 'mounts',
  async run({ world, disk, random }) {
    // Nothing, too little for a tarball, or around the reserve for the database.
    const freeBytes = random.pick([0, random.integer(0, 100_000), random.integer(0, 10 * 2 ** 20)]);
    const heal = world.disturb('writes');
    disk.leaveFree(freeBytes);
    await delay(random.integer(50, 200));
    if (random.chance(0.3)) await restartInTrouble(world, () => disk.makeRoom());
    else disk.makeRoom();
    heal();
  },
};

export const readOnlyFolder: Fault = {
  name: 'read-only',
  needs: 'mounts',
  async run({ world, disk, random }) {
    const heal = world.disturb('writes');
    world.registry.mayLitter = true;
    const makeWritable = disk.makeReadOnly(random.pick(['uploads', 'blobs']));
    await delay(random.integer(50, 200));
    makeWritable();
    heal();
  },
};

export const readOnlyStart: Fault = {
  name: 'read-only-start',
  needs: 'mounts',
  async run({ world, disk }) {
    const heal = world.disturb('connections', 'writes', 'reads', 'tarballs');
    await world.registry.end('SIGTERM');
    const makeWritable = disk.freeze();
    await startIfItCan(world);
    await world.registry.end('SIGKILL');
    makeWritable();
    await world.registry.start();
    heal();
  },
};

export const folderAway: Fault = {
  name: 'folder-away',
  needs: 'folder',
  async run({ world, disk, random }) {
    const place = random.pick(['uploads', 'blobs'] as const);
    const heal = place === 'blobs' ? world.disturb('writes', 'tarballs') : world.disturb('writes');
    world.registry.mayLitter = true;
    const putBack = disk.takeAway(place);
    await delay(random.integer(50, 200));
    putBack();
    heal();
  },
};

/** Restarts the registry during the fault. It may refuse to start, and must start once the fault is over. */
async function restartInTrouble(world: World, endTrouble: () => void): Promise<void> {
  const heal = world.disturb('connections', 'reads', 'tarballs');
  await world.registry.end('SIGKILL');
  await startIfItCan(world);
  await delay(50);
  endTrouble();
  if (!world.registry.isUp) await world.registry.start();
  heal();
}

/** Starts it, or accepts a refusal with a proper message and no stack trace. */
async function startIfItCan(world: World): Promise<void> {
  try {
    await world.registry.start();
  } catch (error) {
    const { message } = error as Error;
    const isExplained = /^prime-registry: /m.test(message.replace(/^the registry did not start: /, ''));
    if (!isExplained || /^ {4}at /m.test(message))
      world.violate(`it does not start, with the message: ${message}`);
  }
}
