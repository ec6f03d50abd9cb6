// Who holds the lock of a project, as the name of a file says it.
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** A process that holds a lock. */
export interface LockHolder {
  /** The name that says all this; no two are the same. */
  readonly fileName: string;
  readonly pid: number;
  readonly host: string;
  readonly startedAt: Date;
}

const HOST = hostname()
  .replaceAll(/[^0-9A-Za-z-]/g, '_')
  .slice(0, 64);

/** Those of this process, which tells them from those of an earlier one with our number: in a container all have it. */
const own = new Set<string>();

/** This process, for one more lock: `pid.start.random.host`, with the start in milliseconds since 1970. */
export function newHolder(): LockHolder {
  const [pid, startedAt] = [process.pid, new Date()];
  const fileName = `${pid}.${startedAt.getTime()}.${randomBytes(8).toString('hex')}.${HOST}`;
  own.add(fileName);
  return { fileName, pid, host: HOST, startedAt };
}

/** Reads a file name; undefined for one that is not of a holder. */
export function parseHolder(fileName: string): LockHolder | undefined {
  const match = /^(\d{1,10})\.(\d{1,15})\.[0-9a-f]{16}\.([0-9A-Za-z_-]{1,64})$/.exec(fileName);
  if (match === null) return undefined;
  const [, pid, startMs, host = ''] = match;
  return { fileName, pid: Number(pid), host, startedAt: new Date(Number(startMs)) };
}

/** Whether the holder may still be there; that of another host always may. */
export function isAlive({ fileName, pid, host }: LockHolder): boolean {
  if (host !== HOST) return true;
  if (pid === process.pid) return own.has(fileName);
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
