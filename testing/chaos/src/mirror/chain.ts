// A chain of three registries, each a process that can be killed, with a bad link between each mirror and its
// upstream.
import type { Agent } from 'node:http';
import { join } from 'node:path';
import { type RegistryProcess, type SeededRandom, startProcess } from '@prime-registry/testkit';
import { keepConnections } from '../http/ask.ts';
import { BadLink } from './bad-link.ts';

/** How long a mirror treats a list as fresh, in milliseconds. */
export const LIST_MAX_AGE_MS = 300;

export const ADMIN_TOKEN = 'chaos-has-the-admin-token';

/** One registry of the chain. */
export class Member {
  readonly name: string;
  agent: Agent = keepConnections();
  /** How often it was ended: a request of one life may get no answer in the next. */
  lives = 0;
  readonly #folder: string;
  readonly #upstream: BadLink | undefined;
  #process: RegistryProcess | undefined;
  readonly #kill = (): void => void this.#process?.child.kill('SIGKILL');

  constructor(name: string, folder: string, upstream: BadLink | undefined) {
    this.name = name;
    this.#folder = join(folder, name);
    this.#upstream = upstream;
  }

  get baseUrl(): string {
    return this.#process?.baseUrl ?? 'http://127.0.0.1:9';
  }

  get port(): number {
    return Number(new URL(this.baseUrl).port);
  }

  get isDown(): boolean {
    return this.#process === undefined;
  }

  get log(): string {
    return this.#process?.stderr() ?? '';
  }

  async start(): Promise<void> {
    const upstream = this.#upstream && {
      url: this.#upstream.url,
      timeout: '500ms',
      'list-max-age': `${LIST_MAX_AGE_MS}ms`,
      'allow-private-addresses': true,
    };
    this.#process = await startProcess({
      dataFolder: this.#folder,
      flags: ['--log-level', 'warn', '--shutdown-grace', '400ms'],
      environment: {
        PRIME_REGISTRY_TOKEN: ADMIN_TOKEN,
        ...(upstream !== undefined && { PRIME_REGISTRY_UPSTREAMS: JSON.stringify([upstream]) }),
      },
    });
    process.once('exit', this.#kill);
    this.agent = keepConnections();
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const ending = this.#process;
    this.#process = undefined;
    this.lives += 1;
    await ending?.end(signal);
    process.off('exit', this.#kill);
    this.agent.destroy();
  }
}

/** The whole chain: versions are published at the first and read from the others. */
export class Chain {
  readonly origin: Member;
  readonly mirrors: readonly Member[];
  /** The link between each mirror and its upstream, in the same order. */
  readonly links: readonly BadLink[];

  constructor(folder: string, random: SeededRandom) {
    this.origin = new Member('origin', folder, undefined);
    const first = new BadLink(() => this.origin.port, random.fork('first link'));
    const near = new Member('near', folder, first);
    const second = new BadLink(() => near.port, random.fork('second link'));
    const far = new Member('far', folder, second);
    this.mirrors = [near, far];
    this.links = [first, second];
  }

  get members(): readonly Member[] {
    return [this.origin, ...this.mirrors];
  }

  async start(): Promise<void> {
    for (const link of this.links) await link.listen();
    for (const member of this.members) await member.start();
  }

  async end(): Promise<void> {
    for (const member of this.members) await member.end('SIGKILL');
    for (const link of this.links) link.close();
  }
}
