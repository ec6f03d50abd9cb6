// The processor time of processes, from the kernel (proc_pid_stat(5)). Linux only.
import { readFileSync } from 'node:fs';
import { listGroup } from './process-group.ts';

/** Linux counts in this unit, whatever the kernel's own is. */
const TICK_MS = 10;
/** After the name of the program, which may have spaces: user and system time, of all threads. */
const [USER, SYSTEM] = [11, 12];

/** The processor time of a process and its descendants so far, in milliseconds, in steps of 10. */
export function processorMsOfGroup(pid: number): number {
  return listGroup(pid).reduce((sum, member) => sum + processorMs(member), 0);
}

function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
}
