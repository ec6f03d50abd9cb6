// Runs the commands of an installed release, as people do: without this repository.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from '@prime-registry/testkit';
import type { InstalledRelease } from './make-two-releases.ts';

/** What a command printed, and its exit code. */
export interface Output {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a command runs. */
export interface Place {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a command until it ends. @param command - `prime` or `prime-registry` */
export function runInstalled(
  release: InstalledRelease,
  command: string,
  args: readonly string[],
  { folder = release.folder, environment = {} }: Place = {},
): Output {
  const { status, stdout, stderr } = spawnSync(programOf(release, command), args, {
    cwd: folder,
    encoding: 'utf8',
    env: childEnvironment(environment),
  });
  return { code: status, stdout, stderr };
}

/** The same, for a command that must succeed. @returns its standard output @throws Error with its output */
export function mustRun(...args: Parameters<typeof runInstalled>): string {
  const { code, stdout, stderr } = runInstalled(...args);
  if (code === 0) return stdout;
  throw new Error(`${args[1]} ${args[2].join(' ')} ended with ${code}: ${stderr}${stdout}`);
}

/** A server of a release. */
export interface InstalledServer {
  readonly url: string;
  /** Ends it with SIGTERM, after its requests. @throws Error unless its exit code is 0 */
  stop(): Promise<void>;
}

/** Starts `prime-registry serve` and waits until it is ready. @throws Error with its output if it ends */
export async function startInstalled(
  release: InstalledRelease,
  port: number,
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<InstalledServer> {
  const args = ['serve', '--port', String(port), ...flags];
  const child: ChildProcess = spawn(programOf(release, 'prime-registry'), args, {
    cwd: release.folder,
    env: childEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/-/health/ready`)
      .then(({ ok }) => ok)
      .catch(() => false);
  while (!(await isReady())) {
    if (child.exitCode !== null)
      throw new Error(`the server of ${release.version} ended: ${output.join('')}`);
    await delay(100);
  }
  return {
    url,
    async stop() {
      const ended = once(child, 'close') as Promise<[number | null]>;
      child.kill('SIGTERM');
      const [code] = await ended;
      if (code !== 0)
        throw new Error(`the server of ${release.version} ended with ${code}: ${output.join('')}`);
    },
  };
}

function programOf({ folder }: InstalledRelease, command: string): string {
  return join(folder, 'node_modules/.bin', command);
}
