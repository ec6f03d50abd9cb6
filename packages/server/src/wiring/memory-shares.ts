// Divides the memory of the container, or else of the machine, among what clients can make a process hold.
import { availableParallelism, totalmem } from 'node:os';

const MIB = 2 ** 20;

/** The shares of one process. */
export interface MemoryShares {
  /** Answers that wait to be read, uploads, and what is read from upstreams, in bytes. */
  readonly answerBytes: number;
  /** Files with atoms of simultaneous publishes, in bytes; their atoms take some ten times as much. */
  readonly inventoryBytes: number;
  /** The heap of a worker thread, in MiB. */
  readonly threadHeapMib: number;
  /** Threads for uploads, and as many for reads. */
  readonly threads: number;
}

/** The shares of one of some processes with a memory, by default that of the container or machine. */
export function shareMemory(processes: number, totalBytes = memoryBytes()): MemoryShares {
  const bytes = totalBytes / processes;
  return {
    answerBytes: clamp(bytes / 8, 32 * MIB, 1024 * MIB),
    inventoryBytes: clamp(bytes / 128, 4 * MIB, 64 * MIB),
    threadHeapMib: Math.round(clamp(bytes / 5, 96 * MIB, 1024 * MIB) / MIB),
    // More than one even on one core, so that one client's work does not delay that of others by seconds.
    threads: Math.floor(Math.min(clamp(availableParallelism(), 2, 4), clamp(bytes / (512 * MIB), 1, 4))),
  };
}

function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
