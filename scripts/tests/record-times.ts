// Records the processor time of each test file, for the table in docs/testing.md. Only Linux says what processes that
// have ended took.
import { appendFileSync, readFileSync } from 'node:fs';

/** In a second; the unit of proc_pid_stat(5) on all common systems. */
const TICKS = 100;

interface Times {
  /** Seconds of this process. */
  readonly own: number;
  /** Seconds of the processes that it started and that have ended. */
  readonly children: number;
}

/**
 * Notes the processor time since its last call.
 * @returns a function that appends the line `<seconds> <seconds of processes> <test file>` to a file
 */
export function recordTimes(file: string): (test: string) => void {
  let last = readTimes();
  return (test) => {
    const now = readTimes();
    const own = (now.own - last.own).toFixed(2);
    appendFileSync(file, `${own} ${(now.children - last.children).toFixed(2)} ${test}\n`);
    last = now;
  };
}

function readTimes(): Times {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The name of the program, in parentheses, may contain spaces. The first value behind it is the third.
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const sum = (first: number) => (Number(values[first - 3]) + Number(values[first - 2])) / TICKS;
  return { own: sum(14), children: sum(16) };
}
