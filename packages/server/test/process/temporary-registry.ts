// Registries and folders that are removed when the test ends in any way.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import {
  Actor,
  eventually,
  type ProcessOptions,
  type RegistryProcess,
  runCommand,
  startProcess,
} from '@prime-registry/testkit';
import { writeNewDatabase } from '@prime-registry/testkit/new-database';
import { buildServer } from 'prime-registry';
import { loadSettings, readAdminToken } from '../../src/config/load-settings.ts';

/** An admin token for registries that are started with it. */
export const ADMIN_TOKEN = 'the-operator-gave-this-one';

const tasksAtEnd = new WeakMap<TestContext, (() => unknown)[]>();
const ended = new WeakSet<TestContext>();

/** Does something at the end of the test, in reverse order: a registry stops before its folder is removed. */
export function atEnd(t: TestContext, task: () => unknown): void {
  // A failed test continues in the background: without this, what it starts would keep the run from ending.
  if (ended.has(t)) {
    void task();
    throw new Error('the test is over');
  }
  const tasks = tasksAtEnd.get(t) ?? [];
  tasks.push(task);
  if (tasksAtEnd.has(t)) return;
  tasksAtEnd.set(t, tasks);
  t.after(async () => {
    ended.add(t);
    for (const each of tasks.reverse()) await each();
  });
}

/** An empty folder. */
export async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-test-'));
  atEnd(t, () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A new registry without a token. @returns its data folder */
export async function makeRegistry(t: TestContext): Promise<string> {
  const dataFolder = await makeFolder(t);
  await writeDatabase(dataFolder);
  const { code, stderr } = await runCommand(['init', '--data', dataFolder], {
    PRIME_REGISTRY_TOKEN: ADMIN_TOKEN,
  });
  assert.equal(code, 0, stderr);
  return dataFolder;
}

/** Writes the database of a new registry, which would run all migrations otherwise, unless the folder has one or is missing. */
async function writeDatabase(dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'registry.sqlite');
  if (existsSync(dataFolder) && !existsSync(file)) await writeNewDatabase(file);
}

/** A registry with its operator. */
export interface ServedRegistry extends Pick<RegistryProcess, 'baseUrl' | 'actorWith'> {
  readonly dataFolder: string;
  /** May do everything. */
  readonly admin: Actor;
  readonly anonymous: Actor;
}

/** A registry in a process. */
export type TemporaryRegistry = RegistryProcess & ServedRegistry;

/** Starts a registry with {@link ADMIN_TOKEN}, in a new folder by default. */
export async function start(
  t: TestContext,
  options: Partial<ProcessOptions> = {},
): Promise<TemporaryRegistry> {
  const dataFolder = options.dataFolder ?? (await makeFolder(t));
  const environment = { PRIME_REGISTRY_TOKEN: ADMIN_TOKEN, ...options.environment };
  const registry = await startProcess({ ...options, dataFolder, environment });
  atEnd(t, () => registry.end('SIGKILL'));
  return {
    ...registry,
    dataFolder,
    admin: registry.actorWith(ADMIN_TOKEN),
    anonymous: registry.actorWith(undefined),
  };
}

/** A registry in the process of the test. */
export interface RegistryHere extends ServedRegistry, Pick<RegistryProcess, 'stderr'> {
  /** Stops it, as SIGTERM does. The end of the test stops it as well. */
  stop(): Promise<void>;
}

/**
 * Serves a data folder, a new one by default, in the process of the test: for tests of the commands, which need
 * some server on the same data. It costs a tenth of {@link start}.
 */
export async function serveHere(
  t: TestContext,
  options: Pick<Partial<ProcessOptions>, 'dataFolder' | 'environment'> = {},
): Promise<RegistryHere> {
  const dataFolder = options.dataFolder ?? (await makeFolder(t));
  const environment = {
    ...{ PRIME_REGISTRY_TOKEN: ADMIN_TOKEN, PRIME_REGISTRY_OVERLOAD_DELAY: '0' },
    ...options.environment,
  };
  const settings = loadSettings({ flags: { data: dataFolder }, environment });
  const adminToken = readAdminToken(environment);
  if (settings.database === undefined) await writeDatabase(dataFolder);
  let log = '';
  const write = (line: string): void => {
    log += line;
  };
  const server = await buildServer(settings, { adminToken, logStream: { write } });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= server.close();
    return stopped;
  };
  atEnd(t, stop);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  server.watchUpstreams();
  const { port } = server.app.server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const actorWith = (token: string | undefined): Actor => new Actor(baseUrl, token);
  const [admin, anonymous] = [actorWith(ADMIN_TOKEN), actorWith(undefined)];
  return { baseUrl, dataFolder, admin, anonymous, actorWith, stderr: () => log, stop };
}

/** Paths of the files in a folder of the data folder, such as `uploads`. */
export async function listFiles(dataFolder: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataFolder, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Resolves once the server accepts no more connections. */
export async function refusesConnections({ baseUrl }: ServedRegistry): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  await eventually(async () => {
    const socket = connect({ host: hostname, port: Number(port) });
    const outcome = await once(socket, 'connect').then(
      () => 'connected',
      (error) => error.code,
    );
    // A connection at the last moment may be reset.
    socket.on('error', () => undefined).destroy();
    assert.equal(outcome, 'ECONNREFUSED');
  });
}
