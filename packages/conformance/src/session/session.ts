// The requests of checks, with or without the token, and the names of this run.
import { formOf, type Release, randomWord } from '../fixtures/fixture.ts';
import { type Exchange, isAccepted } from '../http/exchange.ts';
import { HttpProbe } from '../http/http-probe.ts';
import { encodeForm, type FormPart } from '../http/multipart.ts';
import type { ProbeRequest } from '../http/probe-request.ts';
import type { RawAnswer } from '../http/raw-get.ts';
import { Unmet } from '../outcome.ts';
import { AnonymousReads } from './anonymous-reads.ts';
import type { Settings } from './settings.ts';

/** The identity of a request: the token of the run, nobody, or a given Authorization header. */
export type Identity = 'token' | 'nobody' | { readonly header: string };

/** One run against one registry. */
export class Session {
  readonly settings: Settings;
  readonly #probe: HttpProbe;
  #readsNeedToken = false;
  readonly anonymousReads = new AnonymousReads();

  constructor(settings: Settings) {
    this.settings = settings;
    this.#probe = new HttpProbe(settings.baseUrl, settings.timeoutMs);
  }

  /** All exchanges so far. */
  get exchanges(): readonly Exchange[] {
    return this.#probe.exchanges;
  }

  /** The token. @throws {Unmet} if the run has none */
  get token(): string {
    if (this.settings.token === undefined) throw new Unmet('no token was given');
    return this.settings.token;
  }

  /** An unused name in the scope of the run, which ends in a hyphen and a random word. */
  newName(purpose: string): string {
    return `${this.settings.scope}/${purpose}-${randomWord()}`;
  }

  /** Publishes a form. */
  async publish(
    parts: readonly FormPart[],
    { as = 'token', remark }: { as?: Identity; remark?: string } = {},
  ): Promise<Exchange> {
    const { contentType, body } = encodeForm(parts);
    const headers = { ...this.#credentials(as), 'Content-Type': contentType };
    return this.#probe.send({ method: 'POST', path: '/publish', headers, body, ...(remark && { remark }) });
  }

  /** Publishes a release that a check needs. @throws {Unmet} if it is not accepted */
  async mustPublish(release: Release): Promise<Exchange> {
    const exchange = await this.publish(formOf(release));
    if (!isAccepted(exchange)) throw new Unmet(`a publish was answered with ${exchange.status}`);
    return exchange;
  }

  /** Yanks a version. */
  async yank(path: string, as: Identity = 'token'): Promise<Exchange> {
    return this.#probe.send({ method: 'DELETE', path, headers: this.#credentials(as) });
  }

  /** Changes the life of a Prime. A body is sent as JSON, or as it is if it is a text. */
  async change(
    method: 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    as: Identity = 'token',
  ): Promise<Exchange> {
    const headers = this.#credentials(as);
    if (body === undefined) return this.#probe.send({ method, path, headers });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.#probe.send({
      ...{ method, path, body: Buffer.from(text), remark: text },
      headers: { ...headers, 'Content-Type': 'application/json' },
    });
  }

  /** Reads without the token, even if the registry keeps reads private. */
  async readAnonymously(path: string): Promise<Exchange> {
    const exchange = await this.#probe.send({ method: 'GET', path, remark: 'no token' });
    this.anonymousReads.note(path, exchange);
    return exchange;
  }

  /** Reads, with the token after the registry has required one (contract section 5, rule 3). */
  async read(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Exchange> {
    const request = this.#readRequest(path, headers);
    const exchange = await this.#probe.send(request);
    if (!this.#readsNeedToken) this.anonymousReads.note(path, exchange);
    if (exchange.status !== 401 || this.#readsNeedToken || this.settings.token === undefined) return exchange;
    this.#readsNeedToken = true;
    return this.#probe.send(this.#readRequest(path, headers));
  }

  /** Reads over a bare socket, to see the bytes after the head of the response. */
  async readRaw(
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<RawAnswer & { request: string }> {
    return this.#probe.sendRaw(this.#readRequest(path, headers));
  }

  #readRequest(path: string, headers: Readonly<Record<string, string>>): ProbeRequest {
    const remark = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return {
      method: 'GET',
      path,
      headers: { ...headers, ...this.#credentials(this.#readsNeedToken ? 'token' : 'nobody') },
      ...(remark.length > 0 && { remark: remark.join(', ') }),
    };
  }

  #credentials(as: Identity): Record<string, string> {
    if (as === 'nobody') return {};
    return { Authorization: as === 'token' ? `Bearer ${this.token}` : as.header };
  }
}
