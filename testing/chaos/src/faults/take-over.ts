// An idle machine on the same data takes over from the active one.
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from '../http/ask.ts';
import { LiveStandby } from '../registry/live-standby.ts';
import type { Fault, FaultContext } from './fault.ts';
import { lossesBeside } from './start-beside.ts';

export const takeOver: Fault = {
  name: 'take-over',
  needs: 'idle',
  async run(context) {
    const standby = await prepare(context);
    const heal = context.world.disturb('connections', ...lossesBeside(context.world.registry));
    await standby?.takeOver();
    heal();
  },
};

export const switchOver: Fault = {
  name: 'switch-over',
  needs: 'idle',
  async run(context) {
    const standby = await prepare(context);
    for (let count = context.random.integer(1, 3); count > 0; count -= 1) {
      standby?.switchOver();
      await delay(context.random.integer(0, 200));
    }
  },
};

/** Reads from the idle machine, so that its caches have something to be stale. */
async function prepare({ world, random }: FaultContext): Promise<LiveStandby | undefined> {
  const { registry, ledger } = world;
  if (!(registry instanceof LiveStandby)) return undefined;
  const { baseUrl, agent } = registry.idle;
  for (const name of ledger.names) {
    for (const path of [`/pack/${name}`, `/pack/${name}/1.1.1`, `/search?q=${name.slice(7)}`])
      await ask(baseUrl, agent, { path });
  }
  await delay(random.integer(0, 300));
  return registry;
}
