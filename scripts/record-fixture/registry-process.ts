// Runs a registry and its commands from the sources of a checkout.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Actor } from '@prime-registry/testkit';

/** The sources to run, and their data. */
export interface Checkout {
  /** The folder of the sources, after `npm ci`. */
  readonly folder: string;
  readonly dataFolder: string;
  /** URL of a PostgreSQL database. undefined for SQLite. */
  readonly database: string | undefined;
}

/** A running registry. */
export interface ServingRegistry {
  readonly baseUrl: string;
  actorWith(token: string): Actor;
  /** Stops it with a signal. @throws Error unless its exit code is 0 */
  stop(): Promise<void>;
}

/** Starts the server of a checkout. @throws Error with its output if it does not start */
export async function serve(
  checkout: Checkout,
  port: number,
  flags: readonly string[] = [],
): Promise<ServingRegistry> {
  const args = [...programOf(checkout), 'serve', '--port', String(port), ...dataFlags(checkout), ...flags];
  const child = spawn(process.execPath, args, { cwd: checkout.folder });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = once(child, 'close') as Promise<[code: number | null]>;
  const findUrl = () => /listening on (\S+)\n/.exec(output.stdout)?.[1];
  while (findUrl() === undefined && child.exitCode === null)
    await Promise.race([once(child.stdout, 'data'), ended]);
  const baseUrl = findUrl();
  if (baseUrl === undefined) throw new Error(`the registry did not start: ${output.stderr}${output.stdout}`);
  return {
    baseUrl,
    actorWith: (token) => new Actor(baseUrl, token),
    async stop() {
      child.kill('SIGTERM');
      const [code] = await ended;
      if (code !== 0) throw new Error(`the registry ended with ${code}: ${output.stderr}`);
    },
  };
}

/**
 * Runs a command of the checkout.
 * @param where - whether the command takes a data folder
 * @returns its standard output
 * @throws Error if it fails
 */
export function runCommand(
  checkout: Checkout,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  where: 'on the data' | 'without data' = 'on the data',
): string {
  const flags = where === 'on the data' ? dataFlags(checkout) : [];
  return execFileSync(process.execPath, [...programOf(checkout), ...args, ...flags], {
    ...{ cwd: checkout.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    env: { ...process.env, ...environment },
  });
}

/** The help text of the program, or of one of its commands. */
export function helpOf(checkout: Pick<Checkout, 'folder'>, ...command: string[]): string {
  const args = [...programOf(checkout), ...command, '--help'];
  return execFileSync(process.execPath, args, { cwd: checkout.folder, encoding: 'utf8' });
}

/** The version of the program, such as `0.1.0`, without the commit that newer ones print as well. */
export function versionOf(checkout: Pick<Checkout, 'folder'>): string {
  const args = [...programOf(checkout), '--version'];
  const output = execFileSync(process.execPath, args, { cwd: checkout.folder, encoding: 'utf8' });
  return output.trim().split(' ')[0] ?? '';
}

function programOf({ folder }: Pick<Checkout, 'folder'>): string[] {
  return ['--import', join(folder, 'scripts/preload.mjs'), join(folder, 'packages/server/src/main.ts')];
}

function dataFlags({ dataFolder, database }: Checkout): string[] {
  return ['--data', dataFolder, ...(database === undefined ? [] : ['--database', database])];
}

/** Parses an output with JSON in each line. */
export function parseLines(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
