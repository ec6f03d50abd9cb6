// Requests to one registry, with retries, errors and the cache of JSON responses.
import { cacheKey } from '../cache/response-cache.ts';
import type { ClientSettings } from '../registry-client-options.ts';
import type { ShapeReader } from '../shapes/read-shape.ts';
import type { Answer } from './answer.ts';
import { exchange } from './exchange.ts';
import { findKnown, forbidsStoring, readJson, type WantedJson } from './json.ts';
import { type Change, isRead, type Outgoing, toOutgoing } from './outgoing.ts';
import type { Pace } from './pace.ts';
import { Deadline } from './patience.ts';
import { readFailure } from './problem.ts';
import { withRetries } from './retry.ts';

interface JsonOptions {
  /** False if it must not be cached. */
  readonly isCacheable?: boolean;
  /** Most retries; those of the client by default. */
  readonly retries?: number;
  readonly signal: AbortSignal | undefined;
  readonly deadline?: Deadline | undefined;
}

export interface JsonRequest<T> extends WantedJson<T>, JsonOptions {
  readonly path: string;
  /** Whether a registry may lack this endpoint. */
  readonly isOptional?: boolean;
}

export class Connection {
  readonly settings: ClientSettings;
  readonly pace: Pace;

  constructor(settings: ClientSettings, pace: Pace) {
    this.settings = settings;
    this.pace = pace;
  }

  /** The same for an answer that the registry may begin later by this time, in milliseconds. */
  withPatience(waitMs: number): Connection {
    const { timeoutMs, totalMs } = this.settings;
    const patient = { timeoutMs: timeoutMs + waitMs, totalMs: totalMs && totalMs + waitMs };
    return new Connection({ ...this.settings, ...patient }, this.pace);
  }

  /**
   * Sends a request, with retries, and passes the response to `read` unless its status is 400 or above.
   * @throws RegistryRequestError, and what `read` throws.
   */
  request<T>(outgoing: Outgoing, read: (answer: Answer) => Promise<T>): Promise<T> {
    const { totalMs, baseUrl: registry, onRequest } = this.settings;
    const { method, path, signal, retries = this.settings.retries } = outgoing;
    const deadline = outgoing.deadline ?? (totalMs === undefined ? undefined : new Deadline(totalMs));
    // While an upload goes on, nobody waits for the registry: only pauses count.
    const isUpload = typeof outgoing.body === 'object';
    const findLeftMs = (): number => (isUpload ? totalMs : deadline?.leftMs) ?? Number.POSITIVE_INFINITY;
    const isRepeatable = isRead(outgoing) || outgoing.isRepeatable === true;
    const plan = { isRepeatable, retries, pace: this.pace, signal, findLeftMs };
    const onEnd = onRequest({ registry, method, path });
    return withRetries(plan, async (attempt) => {
      const limits = { attempt, deadline: isUpload ? undefined : deadline };
      const answer = await exchange(outgoing, limits, this.settings);
      try {
        if (answer.status >= 400) {
          const { isOptional = false } = outgoing;
          throw await readFailure(answer, this.settings, { nowMs: this.pace.now(), isOptional });
        }
        return await read(answer);
      } catch (error) {
        answer.discard();
        throw error;
      }
    }).finally(onEnd);
  }

  /** Sends a request whose answer is JSON. @param status - the only one that counts; every one below 400 without it */
  requestJson<T>(outgoing: Outgoing, wanted: WantedJson<T>, status?: number): Promise<T> {
    return this.request(outgoing, async (answer) => {
      if (status !== undefined) answer.requireStatus(status);
      return (await readJson(answer, wanted, this.settings)).value;
    });
  }

  /** Changes something, at an endpoint that a registry may lack. @param status - as that of {@link requestJson} */
  change<T>({ what, read, ...change }: Change<T>, status?: number): Promise<T> {
    return this.requestJson({ ...toOutgoing(change), isOptional: true }, { what, read }, status);
  }

  /** Reads what is not JSON, from an endpoint that a registry may lack. @throws as {@link request} */
  getOptional<T>(
    outgoing: Pick<Outgoing, 'path' | 'headers' | 'signal'>,
    read: (answer: Answer) => Promise<T>,
  ): Promise<T> {
    return this.request({ ...outgoing, method: 'GET', isOptional: true }, async (answer) => {
      answer.requireStatus(200);
      return read(answer);
    });
  }

  /** Reads a JSON document, from an endpoint that a registry may lack. */
  getExtra<T>(what: string, path: string, read: ShapeReader<T>, options: JsonOptions): Promise<T> {
    return this.getJson({ what, path, read, isOptional: true, ...options });
  }

  /** Reads a JSON document, from the cache if the registry revalidates it. */
  async getJson<T>(wanted: JsonRequest<T>): Promise<T> {
    const { path, signal, deadline, retries, isCacheable = true, isOptional = false } = wanted;
    const { baseUrl, token } = this.settings;
    const cache = isCacheable ? this.settings.cache : undefined;
    const key = cacheKey(`${baseUrl}${path}`, token);
    const known = cache && (await findKnown(cache, key, wanted));
    const headers = {
      accept: 'application/json, application/problem+json',
      ...(this.settings.verifiesJson && WANTS_DIGEST),
      ...(known !== undefined && { 'if-none-match': known.etag }),
    };
    const outgoing = { method: 'GET', path, headers, signal, deadline, isOptional, retries } as const;
    return this.request(outgoing, async (answer) => {
      if (answer.status === 304 && known !== undefined && !answer.wasRedirected) {
        answer.release();
        return known.value;
      }
      answer.requireStatus(200);
      const { value, body } = await readJson(answer, wanted, this.settings);
      const etag = answer.header('etag');
      // The entity tag of a redirected response belongs to another URL.
      if (etag !== null && !answer.wasRedirected && !forbidsStoring(answer)) {
        await cache?.set(key, { etag, body }).catch(() => undefined);
      }
      return value;
    });
  }
}

// RFC 9530, section 4: the digest is of the bytes that are sent, so they must not be compressed.
const WANTS_DIGEST = { 'want-repr-digest': 'sha-256=10', 'accept-encoding': 'identity' };
