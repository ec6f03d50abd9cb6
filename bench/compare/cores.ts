// Pins servers and load generators to different cores. On the same core, each would slow down the other.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findProgram } from '../processes/find-program.ts';

/** The cores of each process, as taskset(1) takes them. undefined means not pinned. */
export interface Cores {
  readonly load: string | undefined;
  readonly server: string | undefined;
  /** Of a server with two workers: two cores if there are at least three. */
  readonly workers: string | undefined;
  readonly hasCoresForWorkers: boolean;
  /** A description for the report. */
  readonly description: string;
}

/** Distributes the cores that this process may use. */
export async function planCores(): Promise<Cores> {
  const unpinned = { load: undefined, server: undefined, workers: undefined, hasCoresForWorkers: false };
  if ((await findProgram('taskset')) === undefined) {
    return {
      ...unpinned,
      description: 'not pinned to cores, because taskset is missing, so they disturb each other',
    };
  }
  const [load, server, second] = await listAllowedCores();
  if (load === undefined || server === undefined) {
    return { ...unpinned, description: 'both on the only core, so they slow each other down' };
  }
  const hasCoresForWorkers = second !== undefined;
  const workers = hasCoresForWorkers ? `${server},${second}` : server;
  const description = `servers on core ${server}, those with two workers on ${workers}, load generator on ${load}`;
  return { load, server, workers, hasCoresForWorkers, description };
}

/** Pins this process to a core, and so all load generators that it starts later. */
export async function pinThisProcess(core: string): Promise<void> {
  await promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', core, String(process.pid)]);
}

/** Parses a list such as `0-1,4` (proc_pid_status(5)). */
async function listAllowedCores(): Promise<string[]> {
  const status = await readFile('/proc/self/status', 'utf8');
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(status)?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  });
}
