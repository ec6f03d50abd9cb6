// `prime-registry mirror sync` on a data folder, as an operator runs it.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import {
  type CommandResult,
  type FaultyProxy,
  type RunOptions,
  runCommand,
  startFaultyProxy,
} from '@prime-registry/testkit';
import { type Line, parseLines } from '../process/on-data.ts';
import { atEnd, makeFolder, start, type TemporaryRegistry } from '../process/temporary-registry.ts';

/** Where and how it is run. */
export interface SyncSetup {
  readonly dataFolder: string;
  /** As in the setting: mappings with at least a url. */
  readonly upstreams: readonly ({ readonly url: string } & Readonly<Record<string, unknown>>)[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** The environment that makes a registry know these. */
export function knowing(upstreams: SyncSetup['upstreams']): Record<string, string> {
  const all = upstreams.map((upstream) => ({
    'allow-private-addresses': 'true',
    timeout: '5s',
    ...upstream,
  }));
  return { PRIME_REGISTRY_UPSTREAMS: JSON.stringify(all) };
}

/** Runs it on the first of the upstreams. */
export function sync(
  { dataFolder, upstreams, environment }: SyncSetup,
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<CommandResult> {
  // As fast as can be, unless the test says otherwise.
  const rate = args.includes('--rate') ? [] : ['--rate', '10000'];
  return runCommand(
    ['mirror', 'sync', upstreams[0]?.url ?? '', ...rate, ...args, '--data', dataFolder],
    { ...knowing(upstreams), ...environment },
    options,
  );
}

/** Runs it, and it must do all that there is to do. @returns its standard output */
export async function mustSync(setup: SyncSetup, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await sync(setup, args);
  assert.equal(code, 0, `${stderr}${stdout}`);
  return stdout;
}

/** Runs it for its JSON. @returns the lines, the last of which is the summary */
export async function syncForLines(setup: SyncSetup, ...args: string[]): Promise<Line[]> {
  const { stdout } = await sync(setup, [...args, '--json']);
  return parseLines(stdout);
}

/** A registry to copy, and a proxy in front of it that does what a test wants to go wrong. */
export interface Pair extends SyncSetup {
  readonly origin: TemporaryRegistry;
  readonly link: FaultyProxy;
}

/** Starts them, with an empty folder for the copy. */
export async function startPair(t: TestContext, upstream: Record<string, unknown> = {}): Promise<Pair> {
  const origin = await start(t, {
    environment: { PRIME_REGISTRY_ALLOW_STABLE_YANK: 'true', PRIME_REGISTRY_RESPONSE_CACHE: '0' },
  });
  const link = await startFaultyProxy(origin.baseUrl);
  atEnd(t, () => link.close());
  return { origin, link, dataFolder: await makeFolder(t), upstreams: [{ url: link.baseUrl, ...upstream }] };
}
