// A bucket, or the registry's part of one. Every request to the object store goes through here, with
// timeouts.
import type {
  $Command,
  S3Client,
  S3ClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import { describeLocation, type S3Location } from '../blob-location.ts';
import { createS3Client } from './s3-client.ts';
import { S3Failure } from './s3-failure.ts';
import { S3_TIMES, type S3Times } from './s3-times.ts';

/** Options of a request. */
interface SendOptions {
  readonly abortSignal: AbortSignal;
  readonly requestTimeout: number;
}

/** Sends a request with these options. */
type Send<T> = (client: S3Client, options: SendOptions) => Promise<T>;

/** Timeouts of a request. */
export interface RequestBounds {
  /** For one attempt, until its response begins, in milliseconds. */
  readonly answerMs?: number;
  /** For all attempts together, in milliseconds. */
  readonly totalMs?: number;
  /** Cancels the request. */
  readonly signal?: AbortSignal;
}

/** A bucket that requests are sent to. */
export class S3Bucket {
  readonly name: string;
  readonly times: S3Times;
  readonly #location: S3Location;
  readonly #client: S3Client;
  /** Cancels the requests in flight. */
  readonly #ends = new Set<AbortController>();
  #isClosed = false;

  constructor(location: S3Location, times: S3Times = S3_TIMES) {
    this.name = location.bucket;
    this.times = times;
    this.#location = location;
    this.#client = createS3Client(location, times);
  }

  /** The key of a path such as `sha256/ab/abcd…`. */
  keyOf(path: string): string {
    const { prefix } = this.#location;
    return prefix === '' ? path : `${prefix}/${path}`;
  }

  /** The path of a key of the registry. */
  pathOf(key: string): string {
    return key.slice(this.keyOf('').length);
  }

  /** The location of a key, for people. */
  describe(key: string): string {
    return `${describeLocation({ ...this.#location, prefix: '' })}/${key}`;
  }

  /** Sends a command, with retries. @param what - the request in words @throws S3Failure */
  send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
    what: string,
    command: $Command<Input, Output, S3ClientResolvedConfig, ServiceInputTypes, ServiceOutputTypes>,
    bounds?: RequestBounds,
  ): Promise<Output> {
    return this.run(what, (client, options) => client.send(command, options), bounds);
  }

  /** Runs all that a request needs, with retries. @param what - the request in words @throws S3Failure */
  async run<T>(what: string, send: Send<T>, bounds: RequestBounds = {}): Promise<T> {
    const { answerMs = this.times.answerMs, totalMs = this.times.operationMs, signal } = bounds;
    // For this request only: a long-lived signal would keep references to every request (AbortSignal.any).
    const end = new AbortController();
    const abort = (): void => end.abort();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      abort();
    }, totalMs);
    signal?.addEventListener('abort', abort, { once: true });
    this.#ends.add(end);
    if (this.#isClosed || signal?.aborted === true) abort();
    try {
      return await send(this.#client, { abortSignal: end.signal, requestTimeout: answerMs });
    } catch (error) {
      throw new S3Failure(what, isLate ? new Error(`not done within ${totalMs} ms`) : error);
    } finally {
      // The response has begun: the timeout does not bound the reading of its body.
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      this.#ends.delete(end);
    }
  }

  /** Cancels every request and closes every connection. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#ends) end.abort();
    this.#client.destroy();
  }
}
