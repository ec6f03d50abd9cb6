// A real registry behind an address that stays, with data that a test can replace, and users who know more or less of its
// log.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Actor,
  createPrimeUser,
  type Fault,
  type PrimeUser,
  startFaultyProxy,
} from '@prime-registry/testkit';
import { buildServer, DEFAULT_SETTINGS } from 'prime-registry';
import { Operator } from './operator.ts';

const ADMIN = 'attack-tests-have-the-admin-token';

/** Where a registry remembers the last head that it has signed. */
const MARK = join('blobs', 'log-head.json');

/** What a user knows: nothing, the lock file, also the project's logs.txt, or also what this user has seen. */
export type Knowledge = 'nothing' | 'lock file' | 'logs.txt' | 'seen';

/** A state of the data: the true one, one from before, and one that was signed in its place. */
export type Past = 'true' | 'older' | 'forked';

/** A registry in the process of the test: what is attacked is its data, and a process would take ten times as long to start. */
interface Served {
  readonly baseUrl: string;
  actorWith(token: string): Actor;
  stop(): Promise<void>;
}

export class AttackedRegistry implements AsyncDisposable {
  /** What every user of the registry asks. */
  readonly baseUrl: string;
  readonly #folder: string;
  readonly #proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
  #served: Served | undefined;
  #template: PrimeUser | undefined;
  #attacks = 0;
  /** Answers in place of the registry; undefined passes a request on. */
  fault: (path: string) => Promise<Fault | undefined> | Fault | undefined = () => undefined;

  private constructor(folder: string, proxy: Awaited<ReturnType<typeof startFaultyProxy>>) {
    this.#folder = folder;
    this.#proxy = proxy;
    this.baseUrl = proxy.baseUrl;
    proxy.fault = async ({ path }) => (await this.fault(path)) ?? passOn(this.current.baseUrl, path);
  }

  /** Makes the three pasts. In the true one, the user with `seen` has seen everything. */
  static async create(): Promise<AttackedRegistry> {
    const folder = await mkdtemp(join(tmpdir(), 'prime-attacks-'));
    const registry = new AttackedRegistry(folder, await startFaultyProxy('http://127.0.0.1:9'));
    await registry.#serve(join(folder, 'true'), async (admin) => {
      await admin.mustPublish({ name: '@acme/web', version: '1.0.0' });
    });
    for (const past of ['older', 'forked'])
      await cp(join(folder, 'true'), join(folder, past), { recursive: true });
    await registry.#serve(join(folder, 'forked'), async (admin) => {
      for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
        await admin.mustPublish({ name: '@acme/tool', version, files: { 'primes/@acme/x.prime': 'fork' } });
    });
    await registry.#serve(join(folder, 'true'), async (admin) => {
      const files = { 'primes/@acme/tool.prime': 'true' };
      await admin.mustPublish({ name: '@acme/tool', version: '1.0.0', files });
      await admin.mustPublish({ name: '@acme/tool', version: '1.1.0-rc.1', files });
      await admin.yank('@acme/tool', '1.1.0-rc.1', { reason: 'wrong' });
      registry.#template = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
      const { code, stderr } = await registry.#template.prime(['install', '@acme/web']);
      if (code !== 0) throw new Error(stderr);
    });
    return registry;
  }

  /** The registry that runs. */
  get current(): Served {
    if (this.#served === undefined) throw new Error('the registry does not run');
    return this.#served;
  }

  /** Starts a registry with a copy of the data. @param mark - from where it has the mark @returns the folder */
  async start(
    past: Past,
    mark: Past = past,
    tamper: (operator: Operator) => void = () => undefined,
  ): Promise<string> {
    const folder = await this.#copy(past);
    await cp(join(this.#folder, mark, MARK), join(folder, MARK));
    const operator = new Operator(folder);
    tamper(operator);
    operator.close();
    this.#served = await startRegistry(folder);
    return folder;
  }

  /** Starts another one next to it. */
  async startBeside(past: Past): Promise<Served> {
    return startRegistry(await this.#copy(past));
  }

  async stop(): Promise<void> {
    await this.#served?.stop();
    this.#served = undefined;
    this.fault = () => undefined;
  }

  async makeUser(knowledge: Knowledge): Promise<PrimeUser> {
    const user = await createPrimeUser({ PRIME_REGISTRY: this.baseUrl });
    const from = this.#template;
    if (from === undefined || knowledge === 'nothing') return user;
    await cp(from.project, user.project, { recursive: true });
    if (knowledge === 'seen') {
      await cp(from.stateFolder, user.stateFolder, { recursive: true });
      await cp(from.cacheFolder, user.cacheFolder, { recursive: true });
      return user;
    }
    await rm(join(user.project, '.primes', '@acme'), { recursive: true });
    if (knowledge === 'lock file') await rm(join(user.project, '.primes', 'logs.txt'));
    return user;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.#proxy.close();
    await this.#template?.remove();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #copy(past: Past): Promise<string> {
    const folder = join(this.#folder, `attack-${++this.#attacks}`);
    await cp(join(this.#folder, past), folder, { recursive: true });
    return folder;
  }

  async #serve(folder: string, work: (admin: Actor) => Promise<void>): Promise<void> {
    this.#served = await startRegistry(folder);
    await work(this.#served.actorWith(ADMIN));
    await this.stop();
  }
}

async function startRegistry(dataFolder: string): Promise<Served> {
  const settings = { ...DEFAULT_SETTINGS, dataFolder, overloadDelayMs: 0 };
  const { app, close } = await buildServer(settings, {
    adminToken: ADMIN,
    logStream: { write: () => undefined },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  return { baseUrl, actorWith: (token) => new Actor(baseUrl, token), stop: close };
}

/** The answer of another registry to a read. */
export async function passOn(baseUrl: string, path: string): Promise<Fault> {
  const answer = await fetch(`${baseUrl}${path}`);
  const type = answer.headers.get('content-type') ?? '';
  const body = Buffer.from(await answer.arrayBuffer());
  return { kind: 'answer', status: answer.status, headers: { 'content-type': type }, body };
}
