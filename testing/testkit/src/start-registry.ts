// A complete registry in the process of the test, with its own port and folder, used over real HTTP.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Permission } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import type { RegistryServer, ServerSettings } from 'prime-registry';
import { Actor } from './actor.ts';

/** The options of a test registry. */
export interface RegistryOptions
  extends Partial<Omit<ServerSettings, 'host' | 'port' | 'dataFolder' | 'workers'>> {
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
  /** How long after its registration the first read lease may begin, in milliseconds. */
  readonly leasesAfterMs?: number;
  /** The admin token of the operator's environment. */
  readonly adminToken?: string;
}

/** A running registry and its users. */
export interface TestRegistry {
  readonly baseUrl: string;
  readonly dataFolder: string;
  /** The log so far: JSON lines. */
  readonly log: readonly string[];
  /** Its store, for direct access, or to close it. */
  readonly store: RegistryStore;
  /** What agents read of it. */
  readonly knowledge: Awaited<ReturnType<RegistryServer['complete']>>;
  /** Has no token. */
  readonly anonymous: Actor;
  /** May publish and yank in `@acme`. */
  readonly author: Actor;
  /** May publish and yank in `@other`. */
  readonly stranger: Actor;
  /** May do everything. */
  readonly admin: Actor;
  /** A user with a token of the test's choice. */
  actorWith(token: { permissions: Permission[]; scopes: string[]; expiresAtMs?: number }): Promise<Actor>;
  /** Paths of the files below the data folder, except the database. */
  listFiles(): Promise<string[]>;
  /** Stops it. @throws Error if an upload is left behind */
  stop(): Promise<void>;
}

/** Starts a registry. The caller must stop it. */
export async function startRegistry(options: RegistryOptions = {}): Promise<TestRegistry> {
  const { now = Date.now, adminToken, leasesAfterMs, ...settings } = options;
  // Loaded on demand: programs that only send requests or start processes need no server of their own.
  const { buildServer, createToken, DEFAULT_SETTINGS } = await import('prime-registry');
  const { writeNewDatabase } = await import('./new-database.ts');
  const dataFolder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
  if (settings.database === undefined) await writeNewDatabase(join(dataFolder, 'registry.sqlite'));
  const log: string[] = [];
  let running: RegistryServer | undefined = await buildServer(
    // Load shedding is off: a busy test machine must not change the answers.
    { ...DEFAULT_SETTINGS, overloadDelayMs: 0, ...settings, dataFolder },
    { adminToken, now, leasesAfterMs, logStream: { write: (line) => void log.push(line) } },
  );
  const getServer = (): RegistryServer => {
    if (running === undefined) throw new Error('this registry was stopped');
    return running;
  };
  await running.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = running.app.server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;

  const actorWith: TestRegistry['actorWith'] = async (token) => {
    const { store } = getServer();
    const { token: made, secret } = await createToken({ store, now }, { name: 'test', ...token });
    // The first use is recorded now, so that the registry does not write it in the middle of a test.
    await store.noteTokenUses([{ id: made.id, usedAtMs: now() }]);
    return new Actor(baseUrl, secret);
  };
  const listFiles = async (): Promise<string[]> => {
    const entries = await readdir(dataFolder, { recursive: true, withFileTypes: true });
    return (
      entries
        .filter((entry) => entry.isFile() && !/^(registry\.sqlite|log\.key)/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(dataFolder.length + 1))
        // The marks of the last publishes, and their temporary files: written some seconds after a publish.
        .filter((path) => !/^blobs\/[^/]+$/.test(path))
        .sort()
    );
  };

  let knowledge: TestRegistry['knowledge'] | undefined = await running.complete();
  return {
    baseUrl,
    dataFolder,
    log,
    get store() {
      return getServer().store;
    },
    get knowledge() {
      if (knowledge === undefined) throw new Error('this registry was stopped');
      return knowledge;
    },
    anonymous: new Actor(baseUrl, undefined),
    author: await actorWith({ permissions: ['publish', 'yank'], scopes: ['@acme'] }),
    stranger: await actorWith({ permissions: ['publish', 'yank'], scopes: ['@other'] }),
    admin: await actorWith({ permissions: ['admin'], scopes: ['*'] }),
    actorWith,
    listFiles,
    async stop() {
      await running?.close();
      // The module of a test often keeps this object until the process ends, and a stopped registry takes megabytes.
      running = undefined;
      knowledge = undefined;
      const leftBehind = (await listFiles()).filter((path) => path.startsWith('uploads'));
      await rm(dataFolder, { recursive: true, force: true });
      if (leftBehind.length > 0) throw new Error(`uploads were left behind: ${leftBehind.join(', ')}`);
    },
  };
}
