// Who holds the lock of a project, as the name of a file says it, and whether that process still runs.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process that holds a lock. */
export interface LockHolder {
  /** The name that says all this; no two are the same. */
  readonly fileName: string;
  readonly pid: number;
  readonly host: string;
  /** When it took the lock, by its own clock. */
  readonly startedAt: Date;
  /** When the process began, in ticks since the system was started; 0 where that is not known. */
  readonly startTicks: number;
  /** Tells where numbers of processes mean the same; {@link UNKNOWN} where that is not known. */
  readonly system: string;
}

const UNKNOWN = '0';
const HOST = hostname()
  .replaceAll(/[^0-9A-Za-z-]/g, '_')
  .slice(0, 64);
const SYSTEM = describeSystem();

/** Those of this process, which tells them from those of an earlier one with our number. */
const own = new Set<string>();

/** This process, for one more lock. */
export function newHolder(): LockHolder {
  const holder = describeHolder(process.pid);
  own.add(holder.fileName);
  return holder;
}

/** A process of this system: `pid.since.random.ticks.system.host`, since when in milliseconds since 1970. */
export function describeHolder(pid: number): LockHolder {
  const startedAt = new Date();
  const startTicks = findStartTicks(pid) ?? 0;
  const parts = [pid, startedAt.getTime(), randomBytes(8).toString('hex'), startTicks, SYSTEM, HOST];
  return { fileName: parts.join('.'), pid, host: HOST, startedAt, startTicks, system: SYSTEM };
}

const FILE_NAME =
  /^(\d{1,10})\.(\d{1,15})\.[0-9a-f]{16}\.(\d{1,15})\.([0-9a-f]{1,16})\.([0-9A-Za-z_-]{1,64})$/;

/** Reads a file name; undefined for one that is not of a holder. */
export function parseHolder(fileName: string): LockHolder | undefined {
  const match = FILE_NAME.exec(fileName);
  if (match === null) return undefined;
  const [, pid, startMs, ticks, system = UNKNOWN, host = ''] = match;
  const startedAt = new Date(Number(startMs));
  return { fileName, pid: Number(pid), host, startedAt, startTicks: Number(ticks), system };
}

/**
 * Whether the holder still runs, as far as this system can tell: of a process elsewhere nothing is known, and where a number
 * may have been given to another process since, that it runs says nothing.
 */
export function findState(holder: LockHolder): 'alive' | 'dead' | 'unknown' {
  const { fileName, pid, host, startTicks, system } = holder;
  if (host !== HOST || system !== SYSTEM) return 'unknown';
  if (pid === process.pid) return own.has(fileName) ? 'alive' : 'dead';
  if (!isRunning(pid)) return 'dead';
  const ticks = findStartTicks(pid);
  if (ticks === undefined || startTicks === 0) return 'unknown';
  return ticks === startTicks ? 'alive' : 'dead';
}

function isRunning(pid: number): boolean {
  // kill(2) takes 0 for a whole group.
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
}

/** When a process began, on Linux: proc_pid_stat(5), field 22. The second field is a name, which may have anything in it. */
function findStartTicks(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fieldsFromThird = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fieldsFromThird[19]);
  } catch {
    return undefined;
  }
}

/** A start of the system, and a namespace of process numbers in it: each container has its own, often with the same numbers. */
function describeSystem(): string {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1');
    const namespace = readlinkSync('/proc/self/ns/pid');
    return createHash('sha256').update(`${bootId}${namespace}`).digest('hex').slice(0, 16);
  } catch {
    return UNKNOWN;
  }
}
