// The tools of all attacks: requests, connections and loops, with a count of the answers.
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { encodeForm, manifestText, SeededRandom } from '@prime-registry/testkit';
import type { Span } from '../registry/turns.ts';

/** Pause after a failed connection, so that a dead registry does not make the attacker spin. */
const RETRY_MS = 50;
/** How long work may follow an answer to an input of the full size, and at least of a smaller one. */
const SETTLE_MS = 200;
const LEAST_SETTLE_MS = 50;

/** What is attacked, and with which means. */
export interface Target {
  readonly baseUrl: string;
  /** The source address of the attacker; undefined for that of the system. */
  readonly localAddress: string | undefined;
  /** Whether the attacker's address is not loopback, so that limits by address apply to it. */
  readonly isStrange: boolean;
  /** Above 0, at most 1: the share of the full size of the attacks. */
  readonly scale: number;
  readonly tokens: AttackTokens;
}

/** The tokens of an attacker. */
export interface AttackTokens {
  /** May publish and yank in `@attack`. */
  readonly publisher: string;
  /** May only read. */
  readonly reader: string;
}

/** A request of an attacker. */
export interface AttackRequest {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** A version to publish. */
export interface AttackPublish {
  readonly name: string;
  readonly version: string;
  /** The text of the manifest; by default a valid one. */
  readonly manifest?: string;
  readonly tarball: Uint8Array;
}

export class Attacker {
  readonly target: Target;
  readonly random = new SeededRandom('attack');
  /** How many answers of each status the attacker got; `broken` for connections that ended without one. */
  readonly answers: Record<string, number> = {};
  /** When each input was worked on that was sent alone. */
  readonly inputs: [input: string, span: Span][] = [];
  readonly signal: AbortSignal;
  readonly #agent: Agent;
  readonly #sockets = new Set<Socket>();

  constructor(target: Target, signal: AbortSignal) {
    this.target = target;
    this.signal = signal;
    const { localAddress } = target;
    this.#agent = new Agent({ keepAlive: true, ...(localAddress !== undefined && { localAddress }) });
    signal.addEventListener('abort', () => {
      this.#agent.destroy();
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  /** A number of the full attack, scaled; at least 1. */
  count(full: number): number {
    return Math.max(1, Math.round(full * this.target.scale));
  }

  /** A version that was most likely not published before. */
  freshVersion(): string {
    return `${this.random.integer(1, 1e9)}.${Date.now()}.${this.random.integer(0, 1e9)}`;
  }

  /** Sends a request and drops the body of the answer. Never rejects. @returns the status, or 0 without one */
  ask({ method = 'GET', path, token, headers = {}, body }: AttackRequest): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const { hostname, port } = new URL(this.target.baseUrl);
    const sent = request({
      ...{ hostname, port, path, method, agent: this.#agent, signal: this.signal },
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-length': String(body.length) }),
        ...headers,
      },
    });
    sent.on('response', (response) => {
      this.note(String(response.statusCode));
      response.on('close', () => resolve(response.statusCode ?? 0)).on('error', () => undefined);
      response.resume();
    });
    sent.on('error', () => {
      if (!this.signal.aborted) this.note('broken');
      setTimeout(() => resolve(0), RETRY_MS);
    });
    sent.end(body);
    return promise;
  }

  /** Publishes with the publisher's token. @returns the status */
  publish({
    name,
    version,
    manifest = manifestText({ name, version }),
    tarball,
  }: AttackPublish): Promise<number> {
    const { contentType, body } = encodeForm([
      { name: 'manifest', body: manifest },
      { name: 'tarball', body: tarball, fileName: 'prime.tar.gz' },
    ]);
    const { publisher } = this.target.tokens;
    return this.ask({
      ...{ method: 'POST', path: '/publish', token: publisher, body },
      headers: { 'content-type': contentType },
    });
  }

  /** Publishes as a preparation. A version that exists already is fine. @throws Error if it fails */
  async mustPublish(version: AttackPublish): Promise<void> {
    const status = await this.publish(version);
    if (status !== 201 && status !== 409)
      throw new Error(`${version.name} ${version.version} was answered with ${status}`);
  }

  /** Sends an input while no other of the attacker is worked on. */
  async alone(input: string, send: () => Promise<unknown>): Promise<void> {
    const fromMs = Date.now();
    await send();
    // Some work follows the answer.
    await this.pause(Math.max(LEAST_SETTLE_MS, SETTLE_MS * this.target.scale));
    if (!this.signal.aborted) this.inputs.push([input, { fromMs, toMs: Date.now() }]);
  }

  /** Repeats the work in `count` loops until the signal. */
  async loop(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
    const loops = Array.from({ length: count }, async (_, index) => {
      while (!this.signal.aborted) await work(index);
    });
    await Promise.all(loops);
  }

  /** Keeps `count` connections open until the signal. A connection that the registry closes is replaced. */
  hold(count: number, use: (socket: Socket, index: number) => void): Promise<void> {
    return this.loop(count, async (index) => {
      const { hostname, port } = new URL(this.target.baseUrl);
      const { localAddress } = this.target;
      const options = { host: hostname, port: Number(port), noDelay: true };
      const socket = connect({ ...options, ...(localAddress !== undefined && { localAddress }) });
      this.#sockets.add(socket);
      socket.on('connect', () => use(socket, index)).on('error', () => undefined);
      const { promise, resolve } = Promise.withResolvers<void>();
      socket.on('close', () => resolve());
      await promise;
      this.#sockets.delete(socket);
      if (this.signal.aborted) return;
      this.note('closed');
      await this.pause(RETRY_MS);
    });
  }

  /** Counts the answers that arrive on a connection, whose bytes it reads. */
  countAnswers(socket: Socket): void {
    socket.setEncoding('latin1').on('data', (text: string) => {
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) this.note(status);
    });
  }

  /** Waits, at most until the signal. */
  async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }

  note(outcome: string): void {
    this.answers[outcome] = (this.answers[outcome] ?? 0) + 1;
  }
}
