// Inspects an uploaded tarball during streaming: reports its contents, or the problem with it.
import { TarReader } from '../tar/tar-reader.ts';
import { invalid, type TarballProblem, TarballRejection } from '../tarball-problem.ts';
import { type ArchiveLimits, RATIO_JUDGED_FROM_BYTES } from './archive-limits.ts';
import { GzipReader } from './gzip-reader.ts';
import { type ContentRules, TarballContents } from './tarball-contents.ts';
import type { Inspection, TarballReport } from './tarball-report.ts';
import type { TarballSink } from './tarball-sink.ts';

/**
 * Inspects one tarball: {@link write} its bytes in any chunks, then {@link finish}. Memory stays flat for any
 * contents. The same bytes give the same inspection for any chunks. A sink, if there is one, gets the files
 * and folders in the meantime; when it throws, {@link write} or {@link finish} rejects with that error.
 */
export class TarballInspector {
  readonly #limits: ArchiveLimits;
  readonly #contents: TarballContents;
  readonly #tar: TarReader;
  readonly #gzip: GzipReader;
  #unpackedBytes = 0;
  #problem: TarballProblem | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(limits: ArchiveLimits, sink?: TarballSink, rules: ContentRules = {}) {
    this.#limits = limits;
    this.#contents = new TarballContents(limits, sink, rules);
    this.#tar = new TarReader(this.#contents);
    this.#gzip = new GzipReader(
      (bytes, packedBytes) => {
        this.#unpackedBytes += bytes.length;
        this.#requireRatio(packedBytes);
        sink?.onArchive?.(bytes);
        this.#tar.push(bytes);
      },
      (bytes) => sink?.onPacked?.(bytes),
    );
  }

  /**
   * Writes the next bytes. When it resolves, it can accept more, and the chunk may be reused. Never rejects
   * because of the content of the bytes; after a problem it resolves immediately.
   */
  write(chunk: Uint8Array): Promise<void> {
    return this.#inTurn(() => this.#gzip.write(chunk));
  }

  /**
   * Reads a whole tarball in one synchronous call, instead of {@link write}; then call {@link finish}.
   * @param maxUnpackedBytes - of the archive; the call takes about a millisecond for 200 KB
   * @returns false if it is larger or is not valid gzip: nothing was read then, and {@link write} takes it
   */
  async readWhole(packed: Uint8Array, maxUnpackedBytes: number): Promise<boolean> {
    let isRead = true;
    await this.#inTurn(async () => {
      isRead = this.#gzip.unpackWhole(packed, maxUnpackedBytes);
    });
    return isRead;
  }

  /** Whether a problem was found, so that the rest of the tarball does not matter. */
  get hasProblem(): boolean {
    return this.#problem !== undefined;
  }

  /** Ends the input and returns the inspection. */
  async finish(): Promise<Inspection> {
    let report: TarballReport | undefined;
    await this.#inTurn(async () => {
      await this.#gzip.finish();
      this.#tar.finish();
      report = this.#contents.getReport();
    });
    // A discard in the meantime takes precedence over the result so far.
    if (this.#problem !== undefined) return { ok: false, problem: this.#problem };
    if (report === undefined) throw new Error('an inspection ended without a report or a problem');
    return { ok: true, report };
  }

  /**
   * Aborts the inspection and frees zlib; safe at any time, also twice. A later finish returns a problem. The
   * sink is not called again.
   */
  discard(): void {
    this.#problem ??= {
      code: 'invalid',
      message: 'the upload was aborted before its end; upload the whole file',
    };
    this.#gzip.discard();
  }

  /** Runs steps one after the other, and none after a problem. */
  #inTurn(step: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      if (this.#problem !== undefined) return;
      try {
        await step();
      } catch (error) {
        if (!(error instanceof TarballRejection)) throw error;
        this.#problem ??= error.problem;
        this.#gzip.discard();
      }
    });
    return this.#turn;
  }

  #requireRatio(packedBytes: number): void {
    if (this.#unpackedBytes <= RATIO_JUDGED_FROM_BYTES) return;
    const { maxRatio } = this.#limits;
    if (this.#unpackedBytes <= packedBytes * maxRatio) return;
    throw invalid(
      `the tarball unpacks to more than ${maxRatio} times its size, like a gzip bomb; leave out files that are mostly empty space`,
    );
  }
}
