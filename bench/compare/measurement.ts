// One measurement of one server in one case, including its memory.
import {
  CAN_MEASURE_MEMORY,
  measurePeakBytesOfGroup,
  residentBytesOfGroup,
} from '../processes/resident-memory.ts';
import type { Metrics } from './metrics.ts';

const MIB = 2 ** 20;

/** The result of a measurement. */
export interface Measurement {
  readonly metrics: Metrics;
  /** Requests with a wrong answer or none. */
  readonly failures: number;
}

/** Measures, and adds the memory of the server and all its processes, where the platform supports it. */
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
