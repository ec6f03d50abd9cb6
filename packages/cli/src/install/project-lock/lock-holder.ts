// The process that holds the lock of a project: written as a file name, and whether it is still running.
import { hash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { unlessFailed } from '../../errors/expected.ts';

/** A process that holds a lock. */
export interface LockHolder {
  /** A unique name that contains all of this. */
  readonly fileName: string;
  readonly pid: number;
  readonly host: string;
  /** When it took the lock, on its own clock. */
  readonly startedAt: Date;
  /** Start time of the process, in clock ticks since boot; 0 if unknown. */
  readonly startTicks: number;
  /**
   * Identifies the boot and the PID namespace, within which a PID is meaningful; {@link UNKNOWN} if unknown.
   */
  readonly system: string;
}

const UNKNOWN = '0';
const HOST = hostname()
  .replaceAll(/[^0-9A-Za-z-]/g, '_')
  .slice(0, 64);
const SYSTEM = describeSystem();

/** Holders of this process, to tell them from those of an earlier process with the same PID. */
const own = new Set<string>();

/** A new holder for this process. */
export function newHolder(): LockHolder {
  const holder = describeHolder(process.pid);
  own.add(holder.fileName);
  return holder;
}

/** A holder for a process on this machine: `pid.since.random.ticks.system.host`, `since` in ms since 1970. */
export function describeHolder(pid: number): LockHolder {
  const startedAt = new Date();
  const startTicks = findProcess(pid)?.startTicks ?? 0;
  const parts = [pid, startedAt.getTime(), randomBytes(8).toString('hex'), startTicks, SYSTEM, HOST];
  return { fileName: parts.join('.'), pid, host: HOST, startedAt, startTicks, system: SYSTEM };
}

const FILE_NAME =
  /^(\d{1,10})\.(\d{1,15})\.[0-9a-f]{16}\.(\d{1,15})\.([0-9a-f]{1,16})\.([0-9A-Za-z_-]{1,64})$/;

/** Parses a file name; undefined if it is not that of a holder. */
export function parseHolder(fileName: string): LockHolder | undefined {
  const match = FILE_NAME.exec(fileName);
  if (match === null) return undefined;
  const [, pid, startMs, ticks, system = UNKNOWN, host = ''] = match;
  const startedAt = new Date(Number(startMs));
  return { fileName, pid: Number(pid), host, startedAt, startTicks: Number(ticks), system };
}

/**
 * Whether the holder is still running. The state is unknown for a process on another machine or in another
 * container, and if the PID may have been reused.
 */
export function findState(holder: LockHolder): 'alive' | 'dead' | 'unknown' {
  const { fileName, pid, host, startTicks, system } = holder;
  if (host !== HOST || system !== SYSTEM) return 'unknown';
  if (pid === process.pid) return own.has(fileName) ? 'alive' : 'dead';
  if (!isRunning(pid)) return 'dead';
  const found = findProcess(pid);
  if (found?.hasEnded === true) return 'dead';
  if (found === undefined || startTicks === 0) return 'unknown';
  return found.startTicks === startTicks ? 'alive' : 'dead';
}

function isRunning(pid: number): boolean {
  // kill(2) with 0 addresses the whole process group.
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
}

/** What the system says about a process. */
interface FoundProcess {
  /** Start time, in clock ticks since boot. */
  readonly startTicks: number;
  /** True for a zombie: a killed process keeps its PID until its parent has read how it ended. */
  readonly hasEnded: boolean;
}

/**
 * A process, on Linux: fields 3 (state) and 22 (start time) of proc_pid_stat(5). Field 2 is a name with arbitrary
 * characters.
 */
function findProcess(pid: number): FoundProcess | undefined {
  const stat = unlessFailed(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === undefined) return undefined;
  const fieldsFromThird = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = ''] = fieldsFromThird;
  return { startTicks: Number(fieldsFromThird[19]), hasEnded: 'ZXx'.includes(state) };
}

/** The boot and the PID namespace: each container has its own, often with the same PIDs. */
function describeSystem(): string {
  const parts = unlessFailed(() => [
    readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'),
    readlinkSync('/proc/self/ns/pid'),
  ]);
  return parts === undefined ? UNKNOWN : hash('sha256', parts.join('')).slice(0, 16);
}
