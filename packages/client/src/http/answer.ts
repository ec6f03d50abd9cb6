// The answer to one attempt: its head, and its body as it comes in.
import { singleLine } from '../single-line.ts';
import { blotOut } from './blot-out.ts';
import { failure, type Subject } from './failure.ts';
import type { Patience } from './patience.ts';
import { isSameOrigin } from './redirect.ts';

/** What an answer is made of. */
export interface AnswerParts {
  readonly response: Response;
  readonly subject: Subject;
  readonly patience: Patience;
  /** Where it came from in the end. */
  readonly url: string;
  readonly wasRedirected: boolean;
  /** Makes the error for a body that breaks off. */
  readonly explainBreak: (error: unknown) => Error;
}

/** How much of a body is read as text, and for how long. */
export interface TextLimits {
  readonly maxBytes: number;
  readonly totalMs: number;
}

/** An answer whose body can be read once. */
export class Answer {
  readonly subject: Subject;
  readonly url: string;
  readonly wasRedirected: boolean;
  readonly #response: Response;
  readonly #patience: Patience;
  readonly #explainBreak: (error: unknown) => Error;

  constructor({ response, subject, patience, url, wasRedirected, explainBreak }: AnswerParts) {
    this.subject = subject;
    this.url = url;
    this.wasRedirected = wasRedirected;
    this.#response = response;
    this.#patience = patience;
    this.#explainBreak = explainBreak;
  }

  get status(): number {
    return this.#response.status;
  }

  /** Whether it comes from another origin than the registry's. */
  get isForeign(): boolean {
    return !isSameOrigin(this.url, this.subject.registry);
  }

  header(name: string): string | null {
    return this.#response.headers.get(name);
  }

  /** The media type in lower case, without parameters and fit to be shown; `no content type` when there is none. */
  get mediaType(): string {
    return essenceOf(blotOut(this.header('content-type') ?? '', this.subject.token)) || 'no content type';
  }

  /** Whether the body says that it is JSON (RFC 8259, section 11; RFC 6839, section 3.1). */
  get isJson(): boolean {
    return /^application\/(?:[a-z0-9.-]+\+)?json$/.test(essenceOf(this.header('content-type') ?? ''));
  }

  /** @throws RegistryRequestError `malformed` for another status. */
  requireStatus(status: number): void {
    if (this.status !== status) {
      throw failure(this.subject, 'malformed', `answered ${this.status} where ${status} was due`);
    }
  }

  /** The body in pieces. Whoever stops early ends the connection. @throws RegistryRequestError when it breaks off. */
  async *pieces(): AsyncGenerator<Uint8Array> {
    const reader = this.#response.body?.getReader();
    if (reader === undefined) return;
    try {
      for (;;) {
        const piece = await this.#read(reader);
        if (piece === undefined) return;
        yield piece;
      }
    } finally {
      reader.cancel().catch(() => undefined);
    }
  }

  /** The body as text; the exchange is over then. @throws RegistryRequestError `malformed` when it is too long. */
  async readText({ maxBytes, totalMs }: TextLimits): Promise<string> {
    const deadline = setTimeout(() => this.#patience.runOut(totalMs), totalMs);
    try {
      const decoder = new TextDecoder();
      let sizeBytes = 0;
      let text = '';
      for await (const piece of this.pieces()) {
        sizeBytes += piece.length;
        if (sizeBytes > maxBytes) {
          throw failure(this.subject, 'malformed', `sent an answer of more than ${maxBytes} bytes`);
        }
        text += decoder.decode(piece, { stream: true });
      }
      return text + decoder.decode();
    } finally {
      clearTimeout(deadline);
      this.discard();
    }
  }

  /** Ends whatever is still under way of the exchange, a body that is being sent included. */
  discard(): void {
    this.#patience.end();
  }

  async #read(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
    this.#patience.start();
    try {
      return (await reader.read()).value;
    } catch (error) {
      throw this.#explainBreak(error);
    } finally {
      this.#patience.stop();
    }
  }
}

function essenceOf(contentType: string): string {
  const [type = ''] = contentType.split(';', 1);
  return singleLine(type, 60).toLowerCase();
}
