// Starts a program that answers on standard output, and measures how long its first answer takes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { pinCommand } from './pin-command.ts';
import type { ProgramOptions } from './run-program.ts';

/**
 * Starts a program with a line on its input, which ends after the first output.
 * @returns the time from launch to the first output, in milliseconds
 * @throws Error if it ends without any, or with another exit code than 0
 */
export async function timeFirstLine(
  command: readonly string[],
  line: string,
  { folder, environment, cores, signal }: ProgramOptions,
): Promise<number> {
  const [program = '', ...args] = pinCommand(command, cores);
  const startedAtMs = performance.now();
  const child = spawn(program, args, {
    ...{ cwd: folder, env: environment, signal, killSignal: 'SIGKILL' as const },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let answeredAtMs = Number.NaN;
  child.stdout.once('data', () => {
    answeredAtMs = performance.now();
    child.stdin.end();
  });
  child.stdout.resume();
  child.stdin.on('error', () => {});
  child.stdin.write(`${line}\n`);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0 && !Number.isNaN(answeredAtMs)) return answeredAtMs - startedAtMs;
  throw new Error(
    `${command.join(' ')} ended with ${code}, ${Number.isNaN(answeredAtMs) ? 'without an' : 'after its'} answer`,
  );
}
