// One attempt of a request: sends it, follows allowed redirects, and ends at the head of the response.
import type { ClientSettings, ExchangeEvent } from '../registry-client-options.ts';
import type { RegistryRequestError } from '../registry-request-error.ts';
import { Answer } from './answer.ts';
import { type ConnectionFailure, connectionFailure } from './connection-failure.ts';
import { blotOut, failure, type Subject } from './failure.ts';
import { isRead, type Outgoing } from './outgoing.ts';
import { type Deadline, Patience } from './patience.ts';
import {
  isDowngrade,
  isRedirect,
  isSameOrigin,
  judgeRedirect,
  MAX_REDIRECTS,
  withoutQuery,
} from './redirect.ts';
import type { FetchResponse } from './registry-fetch.ts';
import type { Attempt } from './retry.ts';

export interface ExchangeLimits {
  readonly attempt: Attempt;
  readonly deadline: Deadline | undefined;
}

/**
 * Makes one attempt.
 * @throws RegistryRequestError without a response, or for a redirect that is not followed.
 */
export async function exchange(
  outgoing: Outgoing,
  limits: ExchangeLimits,
  settings: ClientSettings,
): Promise<Answer> {
  const answer = await new Exchange(outgoing, limits, settings).run();
  limits.attempt.hasAnswer = true;
  return answer;
}

class Exchange {
  readonly #outgoing: Outgoing;
  readonly #attempt: Attempt;
  readonly #settings: ClientSettings;
  readonly #subject: Subject;
  readonly #patience: Patience;
  /** The headers of the next request; a redirect removes those that its target must not get. */
  readonly #headers: Record<string, string>;

  constructor(outgoing: Outgoing, { attempt, deadline }: ExchangeLimits, settings: ClientSettings) {
    this.#outgoing = outgoing;
    this.#attempt = attempt;
    this.#settings = settings;
    this.#subject = {
      registry: settings.baseUrl,
      request: `${outgoing.method} ${outgoing.path}`,
      token: outgoing.secret ?? settings.token,
    };
    this.#patience = new Patience(settings.timeoutMs, outgoing.signal, deadline);
    // Not `Headers`: in Node.js, that loads the HTTP library of the platform's fetch, also where another one is used.
    this.#headers = {
      ...outgoing.headers,
      ...(settings.token !== undefined && { authorization: `Bearer ${settings.token}` }),
      ...(settings.userAgent !== undefined && { 'user-agent': settings.userAgent }),
    };
  }

  async run(): Promise<Answer> {
    try {
      return await this.#follow();
    } catch (error) {
      this.#patience.end();
      throw error;
    }
  }

  async #follow(): Promise<Answer> {
    let url = `${this.#settings.baseUrl}${this.#outgoing.path}`;
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.#fetch(url, 'manual');
      if (response.type === 'opaqueredirect') return this.#followBlindly(url);
      if (!isRedirect(response.status)) return this.#answer(response, url, redirects > 0);

      response.body?.cancel().catch(() => undefined);
      const target = judgeRedirect(url, response.headers.get('location'));
      if ('problem' in target) throw this.#malformed(target.problem);
      if (!isRead(this.#outgoing)) throw this.#unfollowed(` to ${withoutQuery(target.url)}`);
      if (redirects === MAX_REDIRECTS) throw this.#malformed(`redirects more than ${MAX_REDIRECTS} times`);
      this.#leave(url, target.url);
      url = target.url;
    }
  }

  // Browsers do not show the target of a redirect. They follow it themselves, at most 20 times, and remove
  // the token when the origin changes (Fetch standard, HTTP-redirect fetch, step 13). Only the final URL can
  // be checked.
  async #followBlindly(from: string): Promise<Answer> {
    if (!isRead(this.#outgoing)) throw this.#unfollowed('');
    delete this.#headers['if-none-match'];
    const response = await this.#fetch(from, 'follow');
    const url = response.url || from;
    if (isDowngrade(from, url)) {
      throw this.#malformed(`redirects from https to ${withoutQuery(url)}, which is not encrypted`);
    }
    return this.#answer(response, url, true);
  }

  /** Removes headers before a redirect: the token belongs to the origin, and an entity tag to one URL. */
  #leave(from: string, to: string): void {
    delete this.#headers['if-none-match'];
    if (!isSameOrigin(from, to)) delete this.#headers.authorization;
  }

  async #fetch(url: string, redirect: 'manual' | 'follow'): Promise<FetchResponse> {
    const { fetch } = this.#settings;
    const { method, body } = this.#outgoing;
    const upload = typeof body === 'object' ? body : undefined;
    const startMs = performance.now();
    let response: FetchResponse;
    this.#patience.start();
    try {
      response = await fetch(url, {
        method,
        headers: this.#headers,
        redirect,
        credentials: 'omit',
        signal: this.#patience.signal,
        ...(typeof body === 'string' && { body }),
        ...(upload !== undefined && { body: upload.open(this.#patience), duplex: 'half' }),
      });
    } catch (error) {
      const sourceError = upload?.findSourceError();
      if (sourceError !== undefined) throw sourceError.error;
      const problem = this.#explain(error, 'head', url);
      this.#report(url, startMs, { failure: problem.reason });
      throw problem;
    } finally {
      this.#patience.stop();
    }
    this.#report(url, startMs, { status: response.status });
    return response;
  }

  #answer(response: FetchResponse, url: string, wasRedirected: boolean): Answer {
    const deadline = this.#patience.dropDeadline();
    const explainBreak = (error: unknown): Error => this.#explain(error, 'body', url);
    return new Answer({
      response,
      url,
      wasRedirected,
      subject: this.#subject,
      patience: this.#patience,
      deadline,
      explainBreak,
    });
  }

  #explain(error: unknown, stage: ConnectionFailure['stage'], url: string): RegistryRequestError {
    return connectionFailure({ error, stage, url, subject: this.#subject, patience: this.#patience });
  }

  #report(url: string, startMs: number, outcome: Pick<ExchangeEvent, 'status' | 'failure'>): void {
    const { baseUrl, token, onExchange } = this.#settings;
    onExchange({
      method: this.#outgoing.method,
      url: blotOut(isSameOrigin(url, baseUrl) ? url : withoutQuery(url), token),
      attempt: this.#attempt.number,
      durationMs: Math.round(performance.now() - startMs),
      ...outcome,
    });
  }

  #malformed(predicate: string): Error {
    return failure(this.#subject, 'malformed', predicate);
  }

  #unfollowed(place: string): Error {
    const { method } = this.#outgoing;
    return this.#malformed(
      `redirects${place}, which is not followed for a ${method}; configure the address it moved to`,
    );
  }
}
