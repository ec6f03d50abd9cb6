// Recognises the pictures among the files of a tarball as it is read, and keeps small ones.
import { mayBePicture, type Picture, SNIFFED_BYTES, sniffPicture } from './sniff-picture.ts';

/** The largest picture that pages show, in bytes. */
const MAX_PICTURE_BYTES = 2 * 2 ** 20;
/** The largest picture that is kept, and the most that all of them are, in bytes. */
const [MAX_KEPT_BYTES, MAX_ALL_BYTES] = [512 * 1024, 4 * 2 ** 20];

interface CollectedPicture {
  readonly found: Picture;
  /** All of it; undefined if it is not kept. */
  readonly bytes: Uint8Array | undefined;
}

/** For each file: {@link begin}, {@link add} its contents, {@link end}. */
export class PictureCollector {
  #bytesLeft = MAX_ALL_BYTES;
  #chunks: Uint8Array[] | undefined;
  #sizeBytes = 0;
  #collectedBytes = 0;

  begin(sizeBytes: number): void {
    this.#chunks = sizeBytes > 0 && sizeBytes <= MAX_PICTURE_BYTES ? [] : undefined;
    this.#sizeBytes = sizeBytes;
    this.#collectedBytes = 0;
  }

  add(bytes: Uint8Array): void {
    if (this.#chunks?.length === 0 && !mayBePicture(bytes[0])) this.#chunks = undefined;
    if (this.#chunks === undefined) return;
    const maxBytes = this.#isKept ? this.#sizeBytes : SNIFFED_BYTES;
    const wanted = bytes.subarray(0, Math.max(0, maxBytes - this.#collectedBytes));
    if (wanted.length === 0) return;
    this.#chunks.push(new Uint8Array(wanted));
    this.#collectedBytes += wanted.length;
  }

  /** @returns undefined if the file is no picture that pages show */
  end(): CollectedPicture | undefined {
    if (this.#chunks === undefined) return undefined;
    const bytes = new Uint8Array(Buffer.concat(this.#chunks));
    this.#chunks = undefined;
    const found = sniffPicture(bytes);
    if (found === undefined || !this.#isKept) return found && { found, bytes: undefined };
    this.#bytesLeft -= bytes.length;
    return { found, bytes };
  }

  get #isKept(): boolean {
    return this.#sizeBytes <= Math.min(MAX_KEPT_BYTES, this.#bytesLeft);
  }
}
