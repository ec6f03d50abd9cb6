// A chain of three registries, each a process that can be killed, with a bad link between each mirror and its
// upstream.
import { writeFileSync } from 'node:fs';
import type { Agent } from 'node:http';
import { join } from 'node:path';
import { COMMAND, type RegistryProcess, type SeededRandom, startProcess } from '@prime-registry/testkit';
import { keepConnections } from '../http/ask.ts';
import { CLOCK_MODULE } from '../registry/operator-command.ts';
import { BadLink } from './bad-link.ts';

/** How long a mirror treats a list as fresh, in milliseconds. */
export const LIST_MAX_AGE_MS = 300;

export const ADMIN_TOKEN = 'chaos-has-the-admin-token';

/** How the registries of the chain run. */
export interface ChainOptions {
  /** Processes of each mirror. */
  readonly workers: number;
  /** Maximum bytes of the tarballs that a mirror keeps; undefined without evictions. */
  readonly maxBytes: number | undefined;
}

/** One registry of the chain. */
export class Member {
  readonly name: string;
  agent: Agent = keepConnections();
  /** How often it was ended: a request of one life may get no answer in the next. */
  lives = 0;
  /** Whether it, or an eviction on its data, was killed: tarballs that no version needs may be left. */
  mayLitter = false;
  /** The data folder. */
  readonly folder: string;
  /** A file with the error of its clock. */
  readonly clockFile: string;
  readonly #upstream: BadLink | undefined;
  readonly #options: ChainOptions;
  #process: RegistryProcess | undefined;
  readonly #kill = (): void => void this.#process?.child.kill('SIGKILL');

  constructor(name: string, folder: string, upstream: BadLink | undefined, options: ChainOptions) {
    this.name = name;
    this.folder = join(folder, name);
    this.clockFile = join(folder, 'clock');
    this.#upstream = upstream;
    this.#options = options;
  }

  /** A scope that no upstream can supply. */
  get localScope(): string {
    return `@${this.name}`;
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

  /** The settings of its server and of commands on its data. */
  get environment(): Readonly<Record<string, string>> {
    const { maxBytes } = this.#options;
    if (this.#upstream === undefined) return {};
    const upstream = {
      url: this.#upstream.url,
      timeout: '500ms',
      'list-max-age': `${LIST_MAX_AGE_MS}ms`,
      'allow-private-addresses': true,
    };
    return {
      PRIME_REGISTRY_UPSTREAMS: JSON.stringify([upstream]),
      PRIME_REGISTRY_LOCAL_SCOPES: this.localScope,
      ...(maxBytes !== undefined && { PRIME_REGISTRY_MIRROR_MAX_BYTES: String(maxBytes) }),
    };
  }

  async start(): Promise<void> {
    const [program, main] = COMMAND;
    this.#process = await startProcess({
      dataFolder: this.folder,
      flags: ['--log-level', 'warn', '--shutdown-grace', '400ms', '--workers', String(this.#options.workers)],
      environment: { ...this.environment, PRIME_REGISTRY_TOKEN: ADMIN_TOKEN, CHAOS_CLOCK: this.clockFile },
      launcher: [program, '--import', CLOCK_MODULE, main, 'serve'],
    });
    process.once('exit', this.#kill);
    this.agent = keepConnections();
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const ending = this.#process;
    this.#process = undefined;
    this.lives += 1;
    if (signal === 'SIGKILL') this.mayLitter = true;
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
  readonly #clockFile: string;
  #clockOffsetMs = 0;

  constructor(folder: string, random: SeededRandom, options: ChainOptions) {
    this.#clockFile = join(folder, 'clock');
    this.origin = new Member('origin', folder, undefined, { ...options, workers: 1 });
    const first = new BadLink(() => this.origin.port, random.fork('first link'));
    const near = new Member('near', folder, first, options);
    const second = new BadLink(() => near.port, random.fork('second link'));
    const far = new Member('far', folder, second, options);
    this.mirrors = [near, far];
    this.links = [first, second];
  }

  get members(): readonly Member[] {
    return [this.origin, ...this.mirrors];
  }

  /** Sets the clocks of all registries and commands forward. */
  forward(byMs: number): void {
    this.#clockOffsetMs += byMs;
    writeFileSync(this.#clockFile, String(this.#clockOffsetMs));
  }

  async start(): Promise<void> {
    this.forward(0);
    for (const link of this.links) await link.listen();
    for (const member of this.members) await member.start();
  }

  async end(): Promise<void> {
    for (const member of this.members) await member.end('SIGKILL');
    for (const link of this.links) link.close();
  }
}
