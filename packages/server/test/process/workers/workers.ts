// Registries with two workers, which tests distinguish by the number in their log lines.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, type ProcessOptions, type RawAnswer, RawClient } from '@prime-registry/testkit';
import { atEnd, start, type TemporaryRegistry } from '../temporary-registry.ts';

const START_TIMEOUT_MS = 120_000;

/** A log line. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly worker?: number;
  readonly pid?: number;
  readonly request_id?: string;
  readonly [field: string]: unknown;
}

/** Starts a registry with two workers. */
export function startWorkers(
  t: TestContext,
  { flags = [], ...options }: Partial<ProcessOptions> = {},
): Promise<TemporaryRegistry> {
  return start(t, { ...options, flags: ['--workers', '2', ...flags] });
}

/** Every complete log line so far that contains this text. */
export function readLog({ stderr }: TemporaryRegistry, text = ''): LogLine[] {
  return stderr()
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.includes(text))
    .map((line) => JSON.parse(line));
}

/** The process ids of the workers with this number, in the order in which they listened. */
export function listPids(registry: TemporaryRegistry, worker: number): number[] {
  const lines = readLog(registry, '"msg":"a worker listens"');
  return lines.filter((line) => line.worker === worker).map(({ pid }) => pid ?? 0);
}

/** Kills the current worker with this number. */
export function killWorker(registry: TemporaryRegistry, worker: number): void {
  process.kill(listPids(registry, worker).at(-1) ?? 0, 'SIGKILL');
}

/** Stops the current worker with this number for good (SIGSTOP). */
export function freezeWorker(t: TestContext, registry: TemporaryRegistry, worker: number): void {
  const pid = listPids(registry, worker).at(-1) ?? 0;
  process.kill(pid, 'SIGSTOP');
  // It would not notice the end of the primary.
  atEnd(t, () => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
    }
  });
}

/** Resolves once this many processes have listened as this worker. A start on a busy machine takes long. */
export async function hasListened(registry: TemporaryRegistry, worker: number, times: number): Promise<void> {
  const giveUpMs = performance.now() + START_TIMEOUT_MS;
  while (listPids(registry, worker).length < times) {
    assert.ok(performance.now() < giveUpMs, `worker ${worker} was not replaced: ${registry.stderr()}`);
    await delay(10);
  }
}

/** Requests a path over the connection. */
export async function getOver(
  client: RawClient,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  await client.sendHead(`GET ${path} HTTP/1.1`, headers);
  return client.readAnswer();
}

/** A connection to each of both workers: the system chooses which one accepts a connection. */
export async function connectToEach(
  t: TestContext,
  registry: TemporaryRegistry,
): Promise<[first: RawClient, second: RawClient]> {
  const clients = new Map<number, RawClient>();
  for (let count = 0; count < 500; count += 1) {
    const client = await RawClient.connect(registry.baseUrl);
    atEnd(t, () => client.destroy());
    const id = randomUUID();
    assert.equal((await getOver(client, '/-/health/live', { 'X-Request-Id': id })).status, 200);
    const line = await eventually(() => {
      const [found] = readLog(registry, id);
      assert.ok(found);
      return found;
    });
    clients.set(line.worker ?? 0, client);
    const [first, second] = [clients.get(1), clients.get(2)];
    if (first !== undefined && second !== undefined) return [first, second];
  }
  throw new Error(`no connection came to worker ${clients.has(1) ? 2 : 1}`);
}
