// The clock of the registry jumps. Only timestamps and the expiry of tokens may be affected.
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const JUMPS_MS = [SECOND_MS, 30 * SECOND_MS, 2 * HOUR_MS, 2 * DAY_MS, 400 * DAY_MS];

export const clockJump: Fault = {
  name: 'clock-jump',
  async run({ world, random }) {
    const { registry } = world;
    const jumpMs = random.chance(0.3)
      ? -registry.clockOffsetMs
      : random.pick(JUMPS_MS) * random.pick([1, -1]);
    registry.setClock(registry.clockOffsetMs + jumpMs);
    await delay(random.integer(20, 100));
    if (!random.chance(0.3)) return;
    const heal = world.disturb('connections');
    await registry.end('SIGKILL');
    await registry.start();
    heal();
  },
};
