// The upgrade of replicas on PostgreSQL, one after the other, while clients read and publish.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Actor, type Answer } from '@prime-registry/testkit';
import { createDatabase } from '@prime-registry/testkit/postgres';
import { type InstalledServer, mustRun, runInstalled, startInstalled } from './installed-programs.ts';
import { type InstalledRelease, NEW_MIGRATION, type TwoReleases } from './make-two-releases.ts';

const PORTS = [47_121, 47_122, 47_123];
const TOKEN = 'the-token-of-the-walk';
const PAUSE_MS = 20;

/** What clients saw. */
export interface ReplicasReport {
  readonly publishes: number;
  readonly reads: number;
  /** Requests that were sent again to another replica, because the connection ended. */
  readonly retries: number;
}

/** Walks it. @param work - an empty folder, for the tarballs that all replicas share */
export async function walkReplicas({ first, second }: TwoReleases, work: string): Promise<ReplicasReport> {
  mkdirSync(work, { recursive: true });
  const flags = ['--database', await createDatabase(), '--data', join(work, 'data')];
  const keyFile = join(work, 'log.key');
  mustRun(first, 'prime-registry', ['log', 'key', 'create', keyFile]);
  const environment = { PRIME_REGISTRY_TOKEN: TOKEN, PRIME_REGISTRY_LOG_KEY_FILE: keyFile };
  mustRun(first, 'prime-registry', ['init', ...flags], { environment });
  const start = (release: InstalledRelease, port: number) =>
    startInstalled(release, port, flags, environment);
  const replicas: InstalledServer[] = [];
  for (const port of PORTS) replicas.push(await start(first, port));

  const clients = new Clients(replicas.map(({ url }) => new Actor(url, TOKEN)));
  const working = [
    clients.publishUntilStopped('a'),
    clients.publishUntilStopped('b'),
    clients.readUntilStopped(),
  ];
  // A client that fails ends the walk.
  const failed = Promise.all(working).then(() => undefined);
  const user = { HOME: work, PRIME_REGISTRY: replicas[0]?.url ?? '' };
  /** Compares the log with its head of the last time. */
  const verifyLog = (release: InstalledRelease): void =>
    assert.match(mustRun(release, 'prime', ['log', 'verify'], { environment: user }), /make sense/);
  const upgrade = async () => {
    await clients.waitForPublishes();
    verifyLog(first);
    for (const [index, port] of PORTS.entries()) {
      await clients.waitForPublishes();
      await replicas[index]?.stop();
      replicas[index] = await start(second, port);
    }
    await clients.waitForPublishes();
  };
  await Promise.race([upgrade(), failed]);
  clients.stop();
  await failed;
  await clients.readAll();
  for (const release of [first, second]) verifyLog(release);

  const { code, stderr } = runInstalled(first, 'prime-registry', ['serve', '--port', '0', ...flags], {
    environment,
  });
  assert.equal(code, 1);
  assert.match(
    stderr,
    new RegExp(`it has ${NEW_MIGRATION}.*needs prime-registry ${second.version} or later`),
  );
  for (const replica of replicas) await replica.stop();
  mustRun(second, 'prime-registry', ['verify', ...flags], { environment });
  return clients.report();
}

/** Clients behind a load balancer, which sends a request to the next replica if one accepts no connection. */
class Clients {
  readonly #replicas: readonly Actor[];
  readonly #published: string[] = [];
  #turn = 0;
  #reads = 0;
  #retries = 0;
  #isStopped = false;

  constructor(replicas: readonly Actor[]) {
    this.#replicas = replicas;
  }

  stop(): void {
    this.#isStopped = true;
  }

  report(): ReplicasReport {
    return { publishes: this.#published.length, reads: this.#reads, retries: this.#retries };
  }

  async publishUntilStopped(author: string): Promise<void> {
    for (let patch = 0; !this.#isStopped; patch++) {
      const version = `1.0.${patch}`;
      const { status, text } = await this.#send((actor) =>
        actor.publish({ name: `@acme/${author}`, version }),
      );
      // After a retry, the first try may have succeeded.
      assert.ok(status === 201 || (status === 409 && this.#retries > 0), `publish: ${status} ${text}`);
      this.#published.push(`/pack/@acme/${author}/${version}`);
      await delay(PAUSE_MS);
    }
  }

  async readUntilStopped(): Promise<void> {
    while (!this.#isStopped) {
      const path = this.#published.at(-1 - Math.floor(Math.random() * this.#published.length));
      if (path !== undefined) await this.#read(path);
      await delay(PAUSE_MS / 4);
    }
  }

  /** Every version that was acknowledged, from every replica. */
  async readAll(): Promise<void> {
    for (const path of this.#published)
      for (const actor of this.#replicas) assert.equal((await actor.get(path)).status, 200, path);
  }

  /** Waits until some versions more are published. */
  async waitForPublishes(): Promise<void> {
    const enough = this.#published.length + 20;
    while (this.#published.length < enough && !this.#isStopped) await delay(PAUSE_MS);
  }

  async #read(path: string): Promise<void> {
    const { status, text } = await this.#send((actor) => actor.get(path));
    assert.equal(status, 200, `${path}: ${status} ${text}`);
    this.#reads++;
  }

  async #send(request: (actor: Actor) => Promise<Answer>): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const actor = this.#replicas[this.#turn++ % this.#replicas.length];
      assert.ok(actor !== undefined);
      try {
        return await request(actor);
      } catch (error) {
        if (tries === this.#replicas.length) throw error;
        this.#retries++;
      }
    }
  }
}
