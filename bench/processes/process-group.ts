// All processes of a server, such as a master and its workers.
import { readFileSync } from 'node:fs';

/**
 * The process and its descendants. Only the process itself on other systems than Linux (proc_pid_task(5)).
 */
export function listGroup(pid: number): number[] {
  const group = [pid];
  // The list grows during the loop.
  for (const member of group) group.push(...readChildren(member));
  return group;
}

function readChildren(pid: number): number[] {
  try {
    const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return pids.split(' ').filter(Boolean).map(Number);
  } catch (error) {
    // The process has exited, or the system has no such file.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
