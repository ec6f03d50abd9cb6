// Kills the registry, kills one of its workers, or terminates it during uploads.
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { RawPublish } from './raw-publish.ts';
import { lossesBeside } from './start-beside.ts';

const REPLACE_TIMEOUT_MS = 20_000;

export const killRegistry: Fault = {
  name: 'kill',
  async run({ world }) {
    const heal = world.disturb('connections');
    await world.registry.end('SIGKILL');
    await world.registry.start();
    heal();
  },
};

export const killWorker: Fault = {
  name: 'kill-worker',
  needs: 'workers',
  async run({ world, random }) {
    const { registry } = world;
    const starts = registry.workerStarts;
    const heal = world.disturb('connections', ...lossesBeside(registry));
    process.kill(random.pick(registry.listWorkers()), 'SIGKILL');
    const giveUpMs = performance.now() + REPLACE_TIMEOUT_MS;
    while (registry.workerStarts === starts && performance.now() < giveUpMs) await delay(5);
    if (registry.workerStarts === starts) world.violate('a killed worker was not replaced');
    heal();
  },
};

export const terminate: Fault = {
  name: 'terminate',
  async run({ world, random }) {
    const uploads = await Promise.all(
      Array.from({ length: random.integer(1, 4) }, (_, number) =>
        RawPublish.begin(world, random.fork(`upload ${number}`)),
      ),
    );
    await Promise.all(uploads.map((upload) => upload.sendUpTo(0.5)));
    await delay(random.integer(0, 30));
    const heal = world.disturb('connections', 'writes', 'reads', 'tarballs');
    const ending = world.registry.end('SIGTERM');
    await delay(random.integer(0, 30));
    await Promise.all(uploads.map((upload) => upload.finish()));
    const code = await ending;
    if (code !== 0) world.violate(`SIGTERM ended the registry with ${code}`);
    await world.registry.start();
    heal();
  },
};
