// A command context for tests: temporary folders, readable streams, and settings files.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandContext, Environment } from '../../src/command.ts';
import { Terminal } from '../../src/terminal/terminal.ts';
import { type FakeStreams, makeStreams } from '../fake-streams.ts';

/** The files and variables to set up. */
export interface ContextOptions {
  /** The text of the user's config.yaml. */
  readonly user?: string;
  /** The text of the project's config.yaml. */
  readonly project?: string;
  /** The text of credentials.yaml. */
  readonly credentials?: string;
  readonly environment?: Environment;
  readonly isVerbose?: boolean;
  /** Makes the streams a terminal. */
  readonly columns?: number;
}

/** A context, and its parts for assertions. */
export interface TestContext extends CommandContext {
  readonly streams: FakeStreams;
  readonly configFolder: string;
  readonly cacheFolder: string;
  /** Presses Ctrl-C. */
  interrupt(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes a context. Settings of the developer have no effect. */
export async function makeContext(options: ContextOptions = {}): Promise<TestContext> {
  const { user, project, credentials, environment = {}, isVerbose = false, columns } = options;
  const home = await mkdtemp(join(tmpdir(), 'prime-context-'));
  const [folder, configFolder, cacheFolder] = ['project', 'config', 'cache'].map((name) =>
    join(home, name),
  ) as [string, string, string];
  const files = {
    [join(configFolder, 'config.yaml')]: user,
    [join(folder, '.primes', 'config.yaml')]: project,
    [join(configFolder, 'credentials.yaml')]: credentials,
  };
  for (const path of [configFolder, join(folder, '.primes')]) await mkdir(path, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    if (text !== undefined) await writeFile(path, text, { mode: 0o600 });
  }
  const streams = makeStreams(columns === undefined ? {} : { columns });
  const controller = new AbortController();
  return {
    folder,
    configFolder,
    cacheFolder,
    environment: {
      PRIME_CONFIG_DIR: configFolder,
      PRIME_CACHE_DIR: cacheFolder,
      PRIME_STATE_DIR: join(home, 'state'),
      ...environment,
    },
    streams,
    terminal: new Terminal(streams, { isVerbose }),
    signal: controller.signal,
    atEnd: () => undefined,
    interrupt: () => controller.abort(),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}
