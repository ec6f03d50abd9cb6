// Registries and folders that are removed when the test ends in any way.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import {
  type Actor,
  eventually,
  type ProcessOptions,
  type RegistryProcess,
  startProcess,
} from '@prime-registry/testkit';

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

/** A registry in a process, with its operator. */
export interface TemporaryRegistry extends RegistryProcess {
  readonly dataFolder: string;
  /** May do everything. */
  readonly admin: Actor;
  readonly anonymous: Actor;
}

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

/** Paths of the files in a folder of the data folder, such as `uploads`. */
export async function listFiles(dataFolder: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataFolder, folder), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Resolves once the server accepts no more connections. */
export async function refusesConnections({ baseUrl }: TemporaryRegistry): Promise<void> {
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
