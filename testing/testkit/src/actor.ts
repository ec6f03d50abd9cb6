// A user of a registry over HTTP, with or without a token.
import type { PublishReceipt } from '@prime-registry/protocol';
import type { ParsedJson } from './parsed-json.ts';
import { type PrimeDraft, publishWireForm } from './primes/prime-draft.ts';
import type { WireForm } from './primes/wire-form.ts';
import { canRead, type ReadAnswer, readAnswer } from './read-answer.ts';

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON. Throws if it is not JSON. */
  readonly json: ParsedJson;
}

/** Options of a request. */
export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: NonNullable<RequestInit['body']>;
}

export class Actor {
  readonly baseUrl: string;
  readonly token: string | undefined;

  constructor(baseUrl: string, token: string | undefined) {
    this.baseUrl = baseUrl;
    this.token = token;
  }

  /** Sends a request and reads the answer, which is not compressed. The path is sent unchanged. */
  async request(path: string, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<Answer> {
    const authorization = this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    const request = {
      method,
      headers: { ...authorization, ...headers },
      ...(body !== undefined && { body }),
    };
    const url = `${this.baseUrl}${path}`;
    const answer = canRead(url, request) ? await readAnswer(url, request) : await fetchAnswer(url, request);
    const text = answer.bytes.toString('utf8');
    return {
      ...answer,
      text,
      get json() {
        return JSON.parse(text);
      },
    };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request(path, { headers });
  }

  /** Publishes a Prime. The draft's missing fields have defaults. */
  publish(draft: PrimeDraft = {}): Promise<Answer> {
    return this.publishWireForm(publishWireForm(draft));
  }

  /** Checks whether the same draft could be published. */
  checkPublish(draft: PrimeDraft = {}): Promise<Answer> {
    return this.#post('/-/publish/check', publishWireForm(draft));
  }

  /** Publishes as the setup of a test. @throws Error unless the status is 201 */
  async mustPublish(draft: PrimeDraft = {}): Promise<PublishReceipt> {
    const { status, text } = await this.publish(draft);
    if (status !== 201) throw new Error(`the publish was answered with ${status} ${text}`);
    return JSON.parse(text) as PublishReceipt;
  }

  /** Publishes with a form whose bytes the test has chosen. */
  publishWireForm(form: WireForm): Promise<Answer> {
    return this.#post('/publish', form);
  }

  #post(path: string, { contentType, body }: WireForm): Promise<Answer> {
    return this.request(path, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: body as Uint8Array<ArrayBuffer>,
    });
  }

  yank(name: string, version: string, body?: unknown): Promise<Answer> {
    return this.request(`/pack/${name}/${version}`, {
      method: 'DELETE',
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
  }
}

async function fetchAnswer(url: string, options: RequestOptions): Promise<ReadAnswer> {
  const headers = { 'accept-encoding': 'identity', ...options.headers };
  const response = await fetch(url, { ...options, headers, redirect: 'manual' });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
