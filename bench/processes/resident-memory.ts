// The resident memory of processes, from the kernel (proc_pid_status(5), proc_pid_clear_refs(5)). Linux only.
import { readFileSync, writeFileSync } from 'node:fs';
import { listGroup } from './process-group.ts';

/** Whether this platform supports it. */
export const CAN_MEASURE_MEMORY = process.platform === 'linux';

/** Current resident bytes. */
export function residentBytes(pid: number): number {
  return readStatus(pid, 'VmRSS');
}

/** The most resident bytes since the start of the process, or since {@link measurePeakBytes}. */
export function peakBytes(pid: number): number {
  return readStatus(pid, 'VmHWM');
}

/** Current resident bytes of the process and its descendants. Shared pages count for each. */
export function residentBytesOfGroup(pid: number): number {
  return sum(listGroup(pid).map(residentBytes));
}

/** Peak resident bytes during the work: the kernel's high-water mark, so no peak is missed. */
export async function measurePeakBytes(pid: number, work: () => Promise<void>): Promise<number> {
  forgetPeak(pid);
  await work();
  return peakBytes(pid);
}

/** The sum of the peaks of the process and its descendants, even if they were not at the same time. */
export async function measurePeakBytesOfGroup(pid: number, work: () => Promise<void>): Promise<number> {
  for (const member of listGroup(pid)) forgetPeak(member);
  await work();
  return sum(listGroup(pid).map(peakBytes));
}

function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** @throws Error for a process that has ended: until its parent notices, it has a status without memory */
function readStatus(pid: number, field: string): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  if (line === null) throw new Error(`process ${pid} has no ${field}`);
  return Number(line[1]) * 1024;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
