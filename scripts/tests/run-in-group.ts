// Runs a program with everything that it starts as one group of processes, which ends as a whole.
import { type SpawnOptions, spawn } from 'node:child_process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a program to its end. The signals that ask this process to end go to the whole group instead: the test runner does not
 * pass them on to the processes of tests. The code after it still cleans up.
 * @returns its exit code; 1 if a signal ended it
 */
export async function runInGroup(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'>,
): Promise<number> {
  const isPosix = process.platform !== 'win32';
  const child = spawn(program, args, { ...options, stdio: 'inherit', detached: isPosix });
  const passOn = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined || child.exitCode !== null) return;
    try {
      process.kill(isPosix ? -child.pid : child.pid, signal);
    } catch {
      // It has ended in the meantime.
    }
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.on('error', reject).on('close', (code) => resolve(code ?? 1));
  try {
    return await promise;
  } finally {
    for (const signal of SIGNALS) process.off(signal, passOn);
  }
}
