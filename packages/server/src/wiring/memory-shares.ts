// Divides the memory of the container, or else of the machine, among what clients can make a process hold.
import { totalmem } from 'node:os';

const MIB = 2 ** 20;

/** The shares of one process. */
export interface MemoryShares {
  /** Answers that wait to be read, in bytes. */
  readonly answerBytes: number;
  /** Files with atoms of simultaneous publishes, in bytes; their atoms take some ten times as much. */
  readonly inventoryBytes: number;
  /** The heap of a worker thread, in MiB. */
  readonly threadHeapMib: number;
}

/** The shares of a memory, by default of the one that this process has. */
export function shareMemory(bytes = memoryBytes()): MemoryShares {
  return {
    answerBytes: clamp(bytes / 8, 32 * MIB, 1024 * MIB),
    inventoryBytes: clamp(bytes / 64, 4 * MIB, 64 * MIB),
    threadHeapMib: Math.round(clamp(bytes / 5, 96 * MIB, 1024 * MIB) / MIB),
  };
}

function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 && limit < totalmem() ? limit : totalmem();
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
