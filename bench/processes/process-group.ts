// A server may be several processes, such as a master and its workers: what counts is all of them together.
import { readFileSync } from 'node:fs';

/** The process and all that descend from it; elsewhere than on Linux the process alone (proc_pid_task(5)). */
export function listGroup(pid: number): number[] {
  const group = [pid];
  // It grows while it is walked.
  for (const member of group) group.push(...readChildren(member));
  return group;
}

function readChildren(pid: number): number[] {
  try {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return pids.split(' ').filter(Boolean).map(Number);
  } catch (error) {
    // Gone by now, or no such file system.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
