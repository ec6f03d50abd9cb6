// Runs a `prime-registry` command that ends by itself.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childEnvironment } from './child-environment.ts';
import { type CapturingHost, type CommandResult, CommandRunner, canHaveHere, capture } from './in-process.ts';
import { SERVER_MAIN } from './programs.ts';

const COMMANDS = import.meta.resolve('prime-registry').replace(/index\.ts$/, 'commands/index.ts');

const RUN_TIMEOUT_MS = 120_000;

/** The program and its first argument. */
export const COMMAND: readonly [program: string, main: string] = [process.execPath, SERVER_MAIN];

/** The input of a command, when to kill it, and what the test expects. */
export interface RunOptions {
  /** The text on standard input. */
  readonly input?: string | Uint8Array;
  /** Sends the process the signal once the condition holds. It is checked every millisecond. */
  readonly killWhen?: { readonly signal: NodeJS.Signals; readonly condition: () => boolean };
  /** The command is `serve` and does not start, so that it can run in this process. */
  readonly isRefused?: boolean;
  /** The command races with the test or a registry, so that it must be a process. */
  readonly isRace?: boolean;
}

const runner = new CommandRunner('prime-registry', process.env.TEST_COMMANDS);

/**
 * Runs a command until it ends. It is a process for the first run of each command, to be killed, for `serve`, for a
 * race, with variables of the system, and next to another run; otherwise it runs in this process.
 */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  options: RunOptions = {},
): Promise<CommandResult> {
  const [command = ''] = args;
  const needsProcess =
    (command === 'serve' && options.isRefused !== true) ||
    options.killWhen !== undefined ||
    options.isRace === true ||
    !canHaveHere(environment);
  // `token create`, `mirror sync` and `lost-versions find` are commands of two words.
  const name = ['token', 'mirror', 'lost-versions'].includes(command) ? args.slice(0, 2).join(' ') : command;
  return runner.run(name, {
    asProcess: () => runAsProcess(args, environment, options),
    inProcess: needsProcess ? undefined : () => runInProcess(args, environment, options),
  });
}

async function runInProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { input = '' }: RunOptions,
): Promise<CommandResult> {
  const { runCommand: run } = (await import(COMMANDS)) as {
    runCommand: (args: readonly string[], host: CapturingHost) => Promise<number>;
  };
  return capture({ env: childEnvironment(environment), input }, (host) => run(args, host));
}

/** Runs a command as a process, for at most two minutes. */
async function runAsProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { input = '', killWhen }: RunOptions,
): Promise<CommandResult> {
  const [program, main] = COMMAND;
  const child = spawn(program, [main, ...args], {
    env: childEnvironment(environment),
    timeout: RUN_TIMEOUT_MS,
  });
  // A command that does not read its input may have exited already.
  child.stdin.on('error', () => undefined).end(input);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const watch =
    killWhen && setInterval(() => !child.killed && killWhen.condition() && child.kill(killWhen.signal), 1);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  return { code, ...output };
}
