// One measurement of one server in one case, together with the memory that it took.
import {
  CAN_MEASURE_MEMORY,
  measurePeakBytesOfGroup,
  residentBytesOfGroup,
} from '../processes/resident-memory.ts';
import type { Metrics } from './metrics.ts';

const MIB = 2 ** 20;

/** What was measured. */
export interface Measurement {
  readonly metrics: Metrics;
  /** Requests that were not answered as they should be. */
  readonly failures: number;
}

/** Measures, and adds what the server and all its processes held in memory at once, where that can be told. */
export async function measureWithMemory(
  pid: number,
  measure: () => Promise<Measurement>,
): Promise<Measurement> {
  if (!CAN_MEASURE_MEMORY) return measure();
  const beforeBytes = residentBytesOfGroup(pid);
  let measured: Measurement | undefined;
  const peakBytes = await measurePeakBytesOfGroup(pid, async () => {
    measured = await measure();
  });
  if (measured === undefined) throw new Error('nothing was measured');
  const memory = {
    peakMiB: peakBytes / MIB,
    afterMiB: residentBytesOfGroup(pid) / MIB,
    riseMiB: (peakBytes - beforeBytes) / MIB,
  };
  return { metrics: { ...measured.metrics, ...memory }, failures: measured.failures };
}
