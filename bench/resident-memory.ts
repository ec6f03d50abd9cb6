// How much memory a process holds, as the kernel counts it (proc_pid_status(5), proc_pid_clear_refs(5)); Linux only.
import { readFileSync, writeFileSync } from 'node:fs';

const SAMPLE_MS = 5;

/** Whether this platform can tell. */
export const CAN_MEASURE_MEMORY = process.platform === 'linux';

/** Bytes in memory now. */
export function residentBytes(pid: number): number {
  return readStatus(pid, 'VmRSS');
}

/** The most bytes in memory at once during the work: the kernel's own high-water mark, so that no peak is missed. */
export async function measurePeakBytes(pid: number, work: () => Promise<void>): Promise<number> {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await work();
  return readStatus(pid, 'VmHWM');
}

/**
 * The most bytes in memory at once of a process that ends by itself: its high-water mark, read until there is none any
 * more. Only the last few milliseconds before its end are missed.
 */
export async function measurePeakUntilEnd(pid: number, end: Promise<unknown>): Promise<number> {
  let peakBytes = 0;
  const timer = setInterval(() => {
    const bytes = readStatus(pid, 'VmHWM');
    // A process that has just ended holds no memory, and then its status has no such line.
    if (!Number.isNaN(bytes)) peakBytes = bytes;
  }, SAMPLE_MS);
  try {
    await end;
  } finally {
    clearInterval(timer);
  }
  return peakBytes;
}

function readStatus(pid: number, field: string): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) * 1024;
}
