// The response to one attempt: its head, and its body as a stream.
import { singleLine } from '../single-line.ts';
import { blotOut, failure, type Subject } from './failure.ts';
import type { Deadline, Patience } from './patience.ts';
import { isSameOrigin } from './redirect.ts';
import type { FetchResponse } from './registry-fetch.ts';

type BodyReader = ReturnType<NonNullable<FetchResponse['body']>['getReader']>;

export interface AnswerParts {
  readonly response: FetchResponse;
  readonly subject: Subject;
  readonly patience: Patience;
  /** The end of the wait for a whole document. */
  readonly deadline?: Deadline | undefined;
  /** The URL after all redirects. */
  readonly url: string;
  readonly wasRedirected: boolean;
  /** Makes the error for an incomplete body. */
  readonly explainBreak: (error: unknown) => Error;
}

/** Size and time limits for a body that is read whole. */
export interface TextLimits {
  readonly maxBytes: number;
  readonly totalMs: number;
  /** Called with the length of each chunk before it is kept. What it throws is passed on. */
  readonly onChunk?: (sizeBytes: number) => void;
}

/** A response whose body can be read once. */
export class Answer {
  readonly subject: Subject;
  readonly url: string;
  readonly wasRedirected: boolean;
  readonly status: number;
  readonly #parts: AnswerParts;

  constructor(parts: AnswerParts) {
    this.subject = parts.subject;
    this.url = parts.url;
    this.wasRedirected = parts.wasRedirected;
    this.status = parts.response.status;
    this.#parts = parts;
  }

  /** Whether it comes from another origin than the registry. */
  get isForeign(): boolean {
    return !isSameOrigin(this.url, this.subject.registry);
  }

  header(name: string): string | null {
    return this.#parts.response.headers.get(name);
  }

  /**
   * The media type in lower case, without parameters and safe to show; `no content type` if there is none.
   */
  get mediaType(): string {
    return essenceOf(blotOut(this.header('content-type') ?? '', this.subject.token)) || 'no content type';
  }

  /** Whether the media type is a JSON one (RFC 8259, section 11; RFC 6839, section 3.1). */
  get isJson(): boolean {
    return /^application\/(?:[a-z0-9.-]+\+)?json$/.test(essenceOf(this.header('content-type') ?? ''));
  }

  /** @throws RegistryRequestError `malformed` for any other status. */
  requireStatus(status: number): void {
    if (this.status !== status) {
      throw failure(this.subject, 'malformed', `answered ${this.status} instead of ${status}`);
    }
  }

  /**
   * The chunks of the body. Leaving the loop early closes the connection.
   * @throws RegistryRequestError for an incomplete body.
   */
  async *pieces(): AsyncGenerator<Uint8Array> {
    const reader = this.#parts.response.body?.getReader();
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

  /**
   * Reads the body as text and ends the exchange.
   * @throws RegistryRequestError `malformed` when it is too long.
   */
  async readText(limits: TextLimits): Promise<string> {
    return new TextDecoder().decode(await this.readBytes(limits));
  }

  /** Reads the whole body, as {@link readText}. */
  async readBytes({ maxBytes, totalMs, onChunk }: TextLimits): Promise<Uint8Array> {
    const { leftMs = Number.POSITIVE_INFINITY, totalMs: waitMs } = this.#parts.deadline ?? {};
    const limit =
      waitMs === undefined || leftMs > totalMs ? { limitMs: totalMs } : { limitMs: leftMs, totalMs: waitMs };
    const timer = setTimeout(() => this.#parts.patience.runOut(limit), limit.limitMs);
    try {
      let bytes = new Uint8Array(0);
      let sizeBytes = 0;
      for await (const piece of this.pieces()) {
        const newSizeBytes = sizeBytes + piece.length;
        if (newSizeBytes > maxBytes) {
          const predicate = `sent an answer of more than ${maxBytes} bytes`;
          throw failure(this.subject, 'malformed', predicate, { limitBytes: maxBytes });
        }
        onChunk?.(piece.length);
        // One buffer: a body of many tiny pieces must not take many times its length.
        if (newSizeBytes > bytes.length) bytes = enlarge(bytes, newSizeBytes, maxBytes);
        bytes.set(piece, sizeBytes);
        sizeBytes = newSizeBytes;
      }
      return bytes.subarray(0, sizeBytes);
    } finally {
      clearTimeout(timer);
      this.discard();
    }
  }

  /** Ends the exchange, including a request body that is still being sent. */
  discard(): void {
    this.#parts.patience.end();
  }

  /** For an answer without a body: the signal of the caller forgets it, as it does after the end of a body. */
  release(): void {
    this.#parts.patience.release();
  }

  async #read(reader: BodyReader): Promise<Uint8Array | undefined> {
    this.#parts.patience.start();
    try {
      return (await reader.read()).value;
    } catch (error) {
      throw this.#parts.explainBreak(error);
    } finally {
      this.#parts.patience.stop();
    }
  }
}

/** A copy with room for at least some bytes, in steps that double. */
function enlarge(bytes: Uint8Array, neededBytes: number, maxBytes: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(neededBytes, Math.min(2 * bytes.length, maxBytes)));
  larger.set(bytes);
  return larger;
}

function essenceOf(contentType: string): string {
  const [type = ''] = contentType.split(';', 1);
  return singleLine(type, 60).toLowerCase();
}
