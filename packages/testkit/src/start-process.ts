// The registry as the process an operator runs, for tests of its command line, its signals and its death.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Actor } from './actor.ts';

const MAIN = fileURLToPath(import.meta.resolve('prime-registry').replace(/index\.ts$/, 'main.ts'));

const START_TIMEOUT_MS = 30_000;

/** How to start it. */
export interface ProcessOptions {
  readonly dataFolder: string;
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** A registry in a process of its own. */
export interface RegistryProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly baseUrl: string;
  /** Everything on standard output so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  actorWith(token: string | undefined): Actor;
  /** Sends the signal and waits for the end. @returns the exit code, null when the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts it and waits for its first line. */
export async function startProcess({
  dataFolder,
  flags = [],
  environment = {},
}: ProcessOptions): Promise<RegistryProcess> {
  const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0', '--data', dataFolder, ...flags], {
    env: { ...process.env, ...environment },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  while (!output.stdout.includes('\n') && child.exitCode === null && child.signalCode === null) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
  clearTimeout(timer);
  const baseUrl = /http:\/\/\S+/.exec(output.stdout)?.[0];
  if (baseUrl === undefined) throw new Error(`the registry did not start: ${output.stderr}${output.stdout}`);
  return {
    child,
    baseUrl,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    actorWith: (token) => new Actor(baseUrl, token),
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    },
  };
}
