// The body of a publish: streamed with backpressure, so that memory stays flat.
import type { UploadSource } from '../http/outgoing.ts';
import type { Pace } from '../http/pace.ts';
import type { Patience } from '../http/patience.ts';
import type { PublishForm } from './publish-form.ts';

/** A tarball to publish. */
export interface TarballSource {
  /** Its exact length. */
  readonly sizeBytes: number;
  /** Opens its bytes from the beginning; called once for each attempt. */
  open(): AsyncIterable<Uint8Array>;
}

/** The tarball had more or fewer bytes than announced: it was changed during the upload. */
export class TarballChangedError extends Error {
  override readonly name = 'TarballChangedError';
}

export interface UploadOptions {
  readonly pace: Pace;
  /**
   * Called with the number of bytes of the tarball that were sent so far; starts again from 0 with each
   * attempt.
   */
  readonly onProgress: (sentBytes: number) => void;
  /** Whether to pause before each chunk, so that an early response can be read. */
  readonly isCautious: boolean;
}

/** Long enough to read a response that has arrived, before the next write fails on the closed connection. */
const TURN_TIME_MS = 5;

export class Upload implements UploadSource {
  readonly #form: PublishForm;
  readonly #tarball: TarballSource;
  readonly #options: UploadOptions;
  #sourceError: { readonly error: unknown } | undefined;
  #isBroken = false;

  constructor(form: PublishForm, tarball: TarballSource, options: UploadOptions) {
    this.#form = form;
    this.#tarball = tarball;
    this.#options = options;
  }

  /**
   * Whether the last attempt began to send and did not finish, so that the registry cannot have accepted it.
   */
  get isBrokenOff(): boolean {
    return this.#isBroken;
  }

  findSourceError(): { readonly error: unknown } | undefined {
    return this.#sourceError;
  }

  open(patience: Patience): ReadableStream<Uint8Array<ArrayBuffer>> {
    this.#isBroken = false;
    this.#sourceError = undefined;
    const { signal } = patience;
    const pieces = this.#pieces(signal);
    const leave = (): void => void pieces.return(undefined).catch(() => undefined);
    // Not every platform cancels the body when its request ends.
    signal.addEventListener('abort', leave, { once: true });
    const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
      // Until the next chunk, the client waits for the disk and not for the registry.
      patience.stop();
      try {
        const { done, value } = await pieces.next();
        if (signal.aborted) return;
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (signal.aborted) return;
        this.#sourceError = { error };
        controller.error(error);
      }
      patience.start();
    };
    return new ReadableStream({ pull, cancel: leave }, { highWaterMark: 0 });
  }

  async *#pieces(signal: AbortSignal): AsyncGenerator<Uint8Array, undefined> {
    const { pace, onProgress, isCautious } = this.#options;
    const { sizeBytes } = this.#tarball;
    this.#isBroken = true;
    yield this.#form.head;
    let sentBytes = 0;
    for await (const chunk of this.#tarball.open()) {
      if (isCautious) {
        await pace.sleep(TURN_TIME_MS, signal);
        // Between two timers, sockets are read, also if the process was busy during the whole first one.
        await pace.sleep(0, signal);
      }
      sentBytes += chunk.length;
      if (sentBytes > sizeBytes) break;
      yield chunk;
      onProgress(sentBytes);
    }
    if (sentBytes !== sizeBytes) throw new TarballChangedError(describeChange(sentBytes, sizeBytes));
    this.#isBroken = false;
    yield this.#form.tail;
  }
}

function describeChange(sentBytes: number, sizeBytes: number): string {
  const actual = sentBytes > sizeBytes ? 'has more' : `has only ${sentBytes}`;
  return `The tarball should have ${sizeBytes} bytes and ${actual}: it was changed during the upload. Publish it again.`;
}
