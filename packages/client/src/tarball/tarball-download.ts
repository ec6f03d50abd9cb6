// A download: streamed, resumed after a broken connection, and verified against its digest.
import { createSha256 } from '#sha256';
import { isAborted } from '../failure-guards.ts';
import type { Answer } from '../http/answer.ts';
import type { Connection } from '../http/connection.ts';
import { failure } from '../http/failure.ts';
import { RegistryRequestError } from '../registry-request-error.ts';
import { parseContentRange } from './content-range.ts';

export interface WantedTarball {
  readonly path: string;
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string | Promise<string>;
  /** Its length, if the manifest has it. */
  readonly sizeBytes: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A tarball that is being downloaded. */
export interface Tarball {
  /** Its length, if known in advance. */
  readonly sizeBytes: number | undefined;
  /**
   * Its bytes, to be iterated once. Do not use them before the iteration has ended: it throws a
   * RegistryRequestError, `corrupt` if they do not match the digest. Leaving the loop early closes the
   * connection; never starting it keeps the connection open.
   */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Opens a download. @throws RegistryRequestError when it cannot start. */
export async function openTarball(connection: Connection, wanted: WantedTarball): Promise<Tarball> {
  const download = new TarballDownload(connection, wanted);
  await download.begin();
  return { sizeBytes: download.sizeBytes, chunks: download.chunks() };
}

class TarballDownload {
  readonly #connection: Connection;
  readonly #wanted: WantedTarball;
  readonly #maxBytes: number;
  #answer: Answer | undefined;
  #resumesLeft: number;
  #receivedBytes = 0;
  /** The expected length: from the manifest, or else from the first response. */
  sizeBytes: number | undefined;

  constructor(connection: Connection, wanted: WantedTarball) {
    this.#connection = connection;
    this.#wanted = wanted;
    this.#maxBytes = connection.settings.maxTarballBytes;
    this.#resumesLeft = connection.settings.retries;
    this.sizeBytes = wanted.sizeBytes;
  }

  async begin(): Promise<void> {
    this.#answer = await this.#request({}, async (answer) => {
      answer.requireStatus(200);
      this.#checkEncoding(answer);
      this.#checkLength(answer);
      return answer;
    });
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    const hash = createSha256();
    let answer = this.#answer;
    while (answer !== undefined) {
      let isEnded = true;
      try {
        for await (const piece of answer.pieces()) {
          this.#receivedBytes += piece.length;
          this.#checkReceived();
          hash.update(piece);
          yield piece;
        }
      } catch (error) {
        if (!(error instanceof RegistryRequestError) || error.reason !== 'unreachable') throw error;
        isEnded = false;
      }
      // If the length is known, it decides: even a cleanly closed connection may have been closed too early.
      const isWhole = this.sizeBytes === undefined ? isEnded : this.#receivedBytes === this.sizeBytes;
      answer = isWhole ? undefined : await this.#resume(answer);
    }
    const sha256 = await this.#wanted.sha256;
    const actual = hash.digestHex();
    if (actual !== sha256) {
      throw this.#failure('corrupt', `sent a tarball with the SHA-256 ${actual} instead of ${sha256}`);
    }
  }

  /**
   * Requests the rest (RFC 9110, section 14.2). Only a strong entity tag guarantees that it belongs to the
   * same tarball.
   */
  async #resume(brokenOff: Answer): Promise<Answer> {
    const etag = brokenOff.header('etag');
    const brokeOff = this.#brokenOff();
    if (etag === null || !etag.startsWith('"') || this.#resumesLeft === 0) throw brokeOff;
    this.#resumesLeft -= 1;
    const headers = { range: `bytes=${this.#receivedBytes}-`, 'if-range': etag };
    const answer = await this.#request(headers, async (rest) => rest).catch((error: unknown) => {
      throw isAborted(error) ? error : brokeOff;
    });
    if (this.#continues(answer, etag)) return answer;
    answer.discard();
    throw brokeOff;
  }

  #continues(answer: Answer, etag: string): boolean {
    const range = parseContentRange(answer.header('content-range'));
    if (answer.status !== 206 || range?.start !== this.#receivedBytes) return false;
    if (isEncoded(answer) || answer.header('etag') !== etag) return false;
    return (
      this.sizeBytes === undefined || range.totalBytes === undefined || range.totalBytes === this.sizeBytes
    );
  }

  #request(
    headers: Readonly<Record<string, string>>,
    read: (answer: Answer) => Promise<Answer>,
  ): Promise<Answer> {
    const { path, signal } = this.#wanted;
    const accept = 'application/gzip, application/problem+json';
    // A content coding would change the bytes, and with them the digest.
    const all = { accept, 'accept-encoding': 'identity', ...headers };
    return this.#connection.request({ method: 'GET', path, headers: all, signal }, read);
  }

  #checkEncoding(answer: Answer): void {
    const { isJson, mediaType } = answer;
    if (isJson || mediaType.startsWith('text/')) {
      throw this.#failure('malformed', `answered with ${mediaType} instead of a tarball`);
    }
    if (isEncoded(answer)) {
      throw this.#failure('malformed', 'sent the tarball with a Content-Encoding, which changes its bytes');
    }
  }

  #checkLength(answer: Answer): void {
    const announced = findLength(answer);
    this.sizeBytes ??= announced;
    if (announced !== undefined && announced !== this.sizeBytes) {
      throw this.#failure(
        'corrupt',
        `announces a tarball of ${announced} bytes instead of ${this.sizeBytes}`,
      );
    }
    if ((this.sizeBytes ?? 0) > this.#maxBytes) throw this.#tooLarge();
  }

  #checkReceived(): void {
    if (this.sizeBytes !== undefined && this.#receivedBytes > this.sizeBytes) {
      throw this.#failure('corrupt', `sent more than the ${this.sizeBytes} bytes of the tarball`);
    }
    if (this.#receivedBytes > this.#maxBytes) throw this.#tooLarge();
  }

  #tooLarge(): Error {
    return this.#failure(
      'malformed',
      `sends a tarball that is larger than the limit of ${this.#maxBytes} bytes`,
    );
  }

  #brokenOff(): RegistryRequestError {
    const total = this.sizeBytes === undefined ? '' : ` of ${this.sizeBytes}`;
    return this.#failure('unreachable', `sent only ${this.#receivedBytes}${total} bytes of the tarball`);
  }

  #failure(reason: RegistryRequestError['reason'], predicate: string): RegistryRequestError {
    const registry = this.#connection.settings.baseUrl;
    return failure({ registry, request: `GET ${this.#wanted.path}` }, reason, predicate);
  }
}

function isEncoded(answer: Answer): boolean {
  return (answer.header('content-encoding') ?? 'identity') !== 'identity';
}

function findLength(answer: Answer): number | undefined {
  const value = answer.header('content-length');
  return value !== null && /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}
