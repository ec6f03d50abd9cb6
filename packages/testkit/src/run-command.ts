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

/** Runs a command to its end, of which there is one within 30 seconds. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const [program, main] = COMMAND;
  const child = spawn(program, [main, ...args], {
    env: childEnvironment(environment),
    timeout: RUN_TIMEOUT_MS,
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
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
