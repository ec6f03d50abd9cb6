// The clients whose experience is measured: they read at a fixed rate, whether or not earlier reads were answered, and
// publish now and then.
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { encodeForm, manifestText, tarballOf } from '@prime-registry/testkit';
import { READS, SCOPE } from './fixture.ts';
import { type Figures, Measurements } from './measurements.ts';

/** Interval between two reads of one kind. */
const READ_EVERY_MS = 50;
const PUBLISH_EVERY_MS = 500;
/** One in so many requests opens a new connection. */
const FRESH_CONNECTION_EVERY = 4;
const TIMEOUT_MS = 10_000;

/** Which registry they use, from which address. */
export interface ClientsOptions {
  readonly baseUrl: string;
  readonly localAddress: string | undefined;
  /** The token of the operator. */
  readonly token: string;
}

interface Sent {
  readonly kind: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export class WellBehavedClients {
  readonly #options: ClientsOptions;
  readonly #agent: Agent;
  readonly #source: { readonly localAddress?: string };
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #pending = new Set<Promise<void>>();
  #measurements = new Measurements();
  #requests = 0;
  #isPublishing = false;

  constructor(options: ClientsOptions) {
    this.#options = options;
    const { localAddress } = options;
    this.#source = localAddress === undefined ? {} : { localAddress };
    this.#agent = new Agent({ keepAlive: true, ...this.#source });
  }

  /** Starts all clients. */
  start(): void {
    for (const [kind, path] of Object.entries(READS)) {
      this.#timers.push(setInterval(() => this.#send({ kind, path }), READ_EVERY_MS));
    }
    this.#timers.push(setInterval(() => void this.#publish(), PUBLISH_EVERY_MS));
  }

  /** Forgets what was measured so far. */
  forget(): void {
    this.#measurements = new Measurements();
  }

  /** Stops all clients and waits for their last answers. */
  async stop(): Promise<Figures> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#pending);
    this.#agent.destroy();
    return this.#measurements.figures();
  }

  async #publish(): Promise<void> {
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    const name = `${SCOPE}/live`;
    const version = `1.${Date.now()}.0`;
    const { contentType, body } = encodeForm([
      { name: 'manifest', body: manifestText({ name, version }) },
      { name: 'tarball', body: tarballOf({ version }) ?? '', fileName: 'prime.tar.gz' },
    ]);
    const headers = { 'content-type': contentType, authorization: `Bearer ${this.#options.token}` };
    await this.#send({ kind: 'publish', method: 'POST', path: '/publish', headers, body });
    this.#isPublishing = false;
  }

  #send(sent: Sent): Promise<void> {
    const measurements = this.#measurements;
    const startMs = performance.now();
    const measured = this.#ask(sent).then((outcome) => {
      measurements.add(sent.kind, outcome, performance.now() - startMs);
      this.#pending.delete(measured);
    });
    this.#pending.add(measured);
    return measured;
  }

  /** @returns the status, `refused` for a documented refusal, `broken` or `timeout` */
  #ask({ method = 'GET', path, headers = {}, body }: Sent): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { hostname, port } = new URL(this.#options.baseUrl);
    this.#requests += 1;
    const isFresh = this.#requests % FRESH_CONNECTION_EVERY === 0;
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const asked: ClientRequest = request({
      ...{ hostname, port, path, method, headers: { ...length, ...headers } },
      ...(isFresh ? { agent: false, ...this.#source } : { agent: this.#agent }),
    });
    const timer = setTimeout(() => {
      resolve('timeout');
      asked.destroy();
    }, TIMEOUT_MS);
    const end = (outcome: string): void => {
      clearTimeout(timer);
      resolve(outcome);
    };
    asked.on('error', () => end('broken'));
    asked.on('response', (response) => {
      response.on('close', () => end(response.complete ? outcomeOf(response) : 'broken'));
      response.on('error', () => undefined).resume();
    });
    asked.end(body);
    return promise;
  }
}

function outcomeOf({ statusCode, headers }: IncomingMessage): string {
  return statusCode === 503 && headers['retry-after'] !== undefined ? 'refused' : String(statusCode);
}
