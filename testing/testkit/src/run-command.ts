// `prime-registry …` from its first argument to its exit code, for commands that end by themselves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(import.meta.resolve('prime-registry').replace(/index\.ts$/, 'main.ts'));
const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));

const RUN_TIMEOUT_MS = 30_000;

/** The program and its first argument. */
export const COMMAND: readonly [program: string, main: string] = [process.execPath, MAIN];

/** What a command said and how it ended. */
export interface CommandResult {
  /** The exit code; null when a signal killed it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command is given beside its arguments, and when it is to end early. */
export interface RunOptions {
  /** What is on standard input. */
  readonly input?: string | Uint8Array;
  /** Ends the process with the signal once the condition holds; it is asked every millisecond. */
  readonly killWhen?: { readonly signal: NodeJS.Signals; readonly condition: () => boolean };
}

/** Runs a command to its end, of which there is one within 30 seconds. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  { input = '', killWhen }: RunOptions = {},
): Promise<CommandResult> {
  const [program, main] = COMMAND;
  const child = spawn(program, [main, ...args], {
    env: childEnvironment(environment),
    timeout: RUN_TIMEOUT_MS,
  });
  // A command that has no use for it has ended by then.
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

/**
 * The environment for a process of ours: that of the test without the settings its developer, or the test runner, may have
 * in it. Code
 * that is compiled once is kept, which halves the time to start.
 */
export function childEnvironment(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:PRIME_(?:REGISTRY|CONFIG|CACHE)(?:_.*)?|FORCE_COLOR|NO_COLOR)$/.test(name),
  );
  return { NODE_COMPILE_CACHE: COMPILE_CACHE, ...Object.fromEntries(inherited), ...added };
}
