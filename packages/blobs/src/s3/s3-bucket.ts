// A bucket, or the part of one that is ours: every request to the object store goes through here, bounded in time.
import { S3Client } from '@aws-sdk/client-s3';
import { describeLocation, type S3Location } from '../blob-location.ts';
import { S3Failure } from './s3-failure.ts';
import { S3_TIMES, type S3Times } from './s3-times.ts';

/** What a request is sent with. */
interface SendOptions {
  readonly abortSignal: AbortSignal;
  readonly requestTimeout: number;
}

/** Sends a request, with what it is given. */
export type Send<T> = (client: S3Client, options: SendOptions) => Promise<T>;

/** Bounds of a request. */
export interface RequestBounds {
  /** Of an attempt, until its answer begins, in milliseconds. */
  readonly answerMs?: number;
  /** Of the whole, in milliseconds. */
  readonly totalMs?: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

// With the one attempt before them. Between them the SDK waits, at random up to 0.1 s, 0.2 s and so on.
const ATTEMPTS = 3;
// Connections that wait for the next request. How many there are at a time is bounded above: by uploads, and by read slots.
const MAX_IDLE_CONNECTIONS = 64;

/** A bucket that requests are sent to. */
export class S3Bucket {
  readonly name: string;
  readonly times: S3Times;
  readonly #location: S3Location;
  readonly #client: S3Client;
  /** Of the requests under way. */
  readonly #ends = new Set<AbortController>();
  #isClosed = false;

  constructor(location: S3Location, times: S3Times = S3_TIMES) {
    this.name = location.bucket;
    this.times = times;
    this.#location = location;
    this.#client = createClient(location, times);
  }

  /** The key of a path such as `sha256/ab/abcd…`. */
  keyOf(path: string): string {
    const { prefix } = this.#location;
    return prefix === '' ? path : `${prefix}/${path}`;
  }

  /** The path of a key of ours. */
  pathOf(key: string): string {
    return key.slice(this.keyOf('').length);
  }

  /** For people: where a key is. */
  describe(key: string): string {
    return `${describeLocation({ ...this.#location, prefix: '' })}/${key}`;
  }

  /** Sends a request, again if need be. @param what - the request in words @throws S3Failure */
  async run<T>(what: string, send: Send<T>, bounds: RequestBounds = {}): Promise<T> {
    const { answerMs = this.times.answerMs, totalMs = this.times.operationMs, signal } = bounds;
    // Of this request alone: a signal that outlives it would keep something of every request (AbortSignal.any).
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
      // The answer has begun: what is read of it is not bounded by this.
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      this.#ends.delete(end);
    }
  }

  /** Ends every request and every connection. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#ends) end.abort();
    this.#client.destroy();
  }
}

function createClient({ region, endpoint, isPathStyle }: S3Location, times: S3Times): S3Client {
  const agent = {
    keepAlive: true,
    maxSockets: Number.POSITIVE_INFINITY,
    maxFreeSockets: MAX_IDLE_CONNECTIONS,
  };
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  // Stores other than Amazon's take any, and need one for the signature.
  const fallback = endpoint === undefined ? undefined : (AWS_REGION ?? AWS_DEFAULT_REGION ?? 'us-east-1');
  const chosen = region ?? fallback;
  return new S3Client({
    ...(chosen !== undefined && { region: chosen }),
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: isPathStyle,
    // Every body has its SHA-256 in the signature, or TLS around it; other stores know no more than that.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: times.connectMs,
      requestTimeout: times.answerMs,
      throwOnRequestTimeout: true,
      // A download may wait for its client.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
