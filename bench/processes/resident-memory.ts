// How much memory processes hold, as the kernel counts it (proc_pid_status(5), proc_pid_clear_refs(5)); Linux only.
import { readFileSync, writeFileSync } from 'node:fs';
import { listGroup } from './process-group.ts';

/** Whether this platform can tell. */
export const CAN_MEASURE_MEMORY = process.platform === 'linux';

/** Bytes in memory now. */
export function residentBytes(pid: number): number {
  return readStatus(pid, 'VmRSS');
}

/** Bytes in memory now, of the process and all that descend from it; what they share counts once for each. */
export function residentBytesOfGroup(pid: number): number {
  return sum(listGroup(pid).map(residentBytes));
}

/** The most bytes in memory at once during the work: the kernel's own high-water mark, so that no peak is missed. */
export async function measurePeakBytes(pid: number, work: () => Promise<void>): Promise<number> {
  forgetPeak(pid);
  await work();
  return readStatus(pid, 'VmHWM');
}

/** The same for the process and all that descend from it: the sum of their peaks, even if these were not at one time. */
export async function measurePeakBytesOfGroup(pid: number, work: () => Promise<void>): Promise<number> {
  for (const member of listGroup(pid)) forgetPeak(member);
  await work();
  return sum(listGroup(pid).map((member) => readStatus(member, 'VmHWM')));
}

function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function readStatus(pid: number, field: string): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) * 1024;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
