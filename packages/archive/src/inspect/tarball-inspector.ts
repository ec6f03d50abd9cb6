// Reads an uploaded tarball while it streams by, and says what is in it or what is wrong with it.
import { TarReader } from '../tar/tar-reader.ts';
import { invalid, type TarballProblem, TarballRejection } from '../tarball-problem.ts';
import { type ArchiveLimits, RATIO_JUDGED_FROM_BYTES } from './archive-limits.ts';
import { GzipReader } from './gzip-reader.ts';
import { TarballContents } from './tarball-contents.ts';
import type { Inspection, TarballReport } from './tarball-report.ts';
import type { TarballSink } from './tarball-sink.ts';

/**
 * Inspects one tarball: {@link write} its bytes in any pieces, then {@link finish}. Memory stays flat whatever
 * the tarball holds. The same bytes give the same inspection, however they are cut. A sink, when there is one, gets the
 * files and folders on the way; when it throws, {@link write} or {@link finish} rejects with that.
 */
export class TarballInspector {
  readonly #limits: ArchiveLimits;
  readonly #contents: TarballContents;
  readonly #tar: TarReader;
  readonly #gzip: GzipReader;
  #unpackedBytes = 0;
  #problem: TarballProblem | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(limits: ArchiveLimits, sink?: TarballSink) {
    this.#limits = limits;
    this.#contents = new TarballContents(limits, sink);
    this.#tar = new TarReader(this.#contents);
    this.#gzip = new GzipReader((bytes, packedBytes) => {
      this.#unpackedBytes += bytes.length;
      this.#requireRatio(packedBytes);
      this.#tar.push(bytes);
    });
  }

  /**
   * Takes the next bytes; the chunk may be used again when this resolves, which is when more can be taken.
   * Never rejects because of what the bytes are; once there is a problem it resolves at once.
   */
  write(chunk: Uint8Array): Promise<void> {
    return this.#inTurn(() => this.#gzip.write(chunk));
  }

  /** Whether a problem was found already, so that the rest of the tarball changes nothing. */
  get hasProblem(): boolean {
    return this.#problem !== undefined;
  }

  /** The end of the input: answers what was found. */
  async finish(): Promise<Inspection> {
    let report: TarballReport | undefined;
    await this.#inTurn(async () => {
      await this.#gzip.finish();
      this.#tar.finish();
      report = this.#contents.getReport();
    });
    // A discard in the meantime outranks what was read until then.
    if (this.#problem !== undefined) return { ok: false, problem: this.#problem };
    if (report === undefined) throw new Error('an inspection ended without a report or a problem');
    return { ok: true, report };
  }

  /**
   * Gives up early and frees zlib; safe at any time, also twice. To finish after it answers a problem. The sink is
   * not called again.
   */
  discard(): void {
    this.#problem ??= {
      code: 'invalid',
      message: 'the upload was given up before its end; upload the whole file',
    };
    this.#gzip.discard();
  }

  /** Runs steps one after the other, and none once there is a problem. */
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
      `the tarball unpacks to more than ${maxRatio} times its size, like a gzip bomb; leave out files that are nearly empty space`,
    );
  }
}
