// Measures the time to the first answer, and the idle memory.
import { setTimeout as delay } from 'node:timers/promises';
import type { Peer } from '../peers/peer.ts';
import { CAN_MEASURE_MEMORY, residentBytesOfGroup } from '../processes/resident-memory.ts';
import type { Measurement } from './measurement.ts';
import { newPlace, type Setting } from './setting.ts';

const SETTLE_MS = 1000;
const MIB = 2 ** 20;

/** Starts the peer without data, and stops it. */
export async function measureServerStart(setting: Setting, peer: Peer): Promise<Measurement> {
  const { pid, firstAnswerMs, stop } = await peer.start(newPlace(setting, peer));
  try {
    await delay(SETTLE_MS, undefined, { signal: setting.signal });
    const memory = CAN_MEASURE_MEMORY ? { idleMiB: residentBytesOfGroup(pid) / MIB } : {};
    return { metrics: { firstAnswerMs, ...memory }, failures: 0 };
  } finally {
    await stop();
  }
}
