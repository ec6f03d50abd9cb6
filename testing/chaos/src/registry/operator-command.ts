// Commands of the operator next to running registries. They can be killed at any moment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { COMMAND, type CommandResult, childEnvironment } from '@prime-registry/testkit';

/** A module that shifts the clock of a process: it is preloaded. */
export const CLOCK_MODULE = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url));

const TIMEOUT_MS = 60_000;

/** A command that runs. */
export interface OperatorCommand {
  /** Its output so far. */
  readonly stdout: () => string;
  /** Resolves when it has ended. The code is null if it was killed. */
  readonly ended: Promise<CommandResult>;
  /** Kills it with SIGKILL. */
  kill(): void;
}

/** Starts `prime-registry` with these arguments. @param clockFile - the error of its clock, if it has one */
export function startCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  clockFile?: string,
): OperatorCommand {
  const [program, main] = COMMAND;
  const clock = clockFile === undefined ? [] : ['--import', CLOCK_MODULE];
  const child = spawn(program, [...clock, main, ...args], {
    env: childEnvironment({ ...environment, CHAOS_CLOCK: clockFile ?? '' }),
    timeout: TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = (once(child, 'close') as Promise<[code: number | null]>).then(([code]) => ({
    code,
    ...output,
  }));
  return { stdout: () => output.stdout, ended, kill: () => void child.kill('SIGKILL') };
}
