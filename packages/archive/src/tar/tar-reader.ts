// Reads a tar stream in chunks of any size. It is strict on purpose: an archive that two tar programs could
// read differently is refused, so that everybody unpacks what was inspected.
import { quotePath } from '../paths/printable-path.ts';
import { invalid } from '../tarball-problem.ts';
import { BLOCK_BYTES, countPaddingBytes, isZero } from './block.ts';
import { EntryMetadata } from './entry-metadata.ts';
import { isMetadataType, type MetadataType } from './entry-type.ts';
import { MetadataBudget } from './metadata-budget.ts';
import { readEntry, type TarEntry } from './read-entry.ts';
import { readHeader, type TarHeader } from './read-header.ts';

/** Gets the parts of the archive as they are read; an error that it throws stops the reading. */
export interface TarSink {
  onEntry(entry: TarEntry): void;
  /** The next bytes of the current entry's contents, valid only during the call. */
  onContent(bytes: Uint8Array): void;
  /** A record that describes the next entry follows. */
  onMetadata(sizeBytes: number): void;
}

/** The archive ends with two blocks of zeros (POSIX pax, "ustar Interchange Format"). */
const END_BLOCKS = 2;
/** Most bytes of padding: programs pad the end to their record size, usually 10 KiB. */
const MAX_END_PADDING_BYTES = 1024 * 1024;

/** Push the whole stream, then call {@link finish}; both throw a rejection for an invalid archive. */
export class TarReader {
  readonly #sink: TarSink;
  readonly #partialBlock = Buffer.alloc(BLOCK_BYTES);
  #partialBytes = 0;
  #bodyLeft = 0;
  #paddingLeft = 0;
  #isAfterRecord = false;
  #record: { type: MetadataType; body: Buffer } | undefined;
  #metadata = new EntryMetadata();
  readonly #budget = new MetadataBudget();
  #entryNumber = 1;
  #path = '';
  #zeroBlocks = 0;
  #endPaddingBytes = 0;

  constructor(sink: TarSink) {
    this.#sink = sink;
  }

  push(bytes: Uint8Array): void {
    for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(this.#take(rest));
  }

  finish(): void {
    if (this.#bodyLeft > 0 || this.#paddingLeft > 0) {
      const what = this.#record === undefined ? quotePath(this.#path) : this.#where;
      throw invalid(`the archive is cut off inside ${what}; make it again and upload the whole file`);
    }
    if (this.#zeroBlocks < END_BLOCKS || this.#partialBytes > 0) {
      // Every tar program writes two blocks, so one or none means that the rest was lost.
      throw invalid(
        'the archive is cut off: it does not end with two blocks of zeros; make it again and upload the whole file',
      );
    }
    if (this.#endPaddingBytes % BLOCK_BYTES > 0) {
      throw invalid('the archive is cut off inside its last block; make it again and upload the whole file');
    }
  }

  get #where(): string {
    return `entry ${this.#entryNumber}`;
  }

  /** Consumes at least one of the bytes, and returns how many. */
  #take(bytes: Uint8Array): number {
    if (this.#bodyLeft > 0) return this.#takeBody(bytes);
    if (this.#paddingLeft > 0) {
      const taken = Math.min(this.#paddingLeft, bytes.length);
      if (this.#isAfterRecord && !isZero(bytes.subarray(0, taken))) {
        // Python reads records in the padding too.
        throw invalid(`a record in front of ${this.#where} has bytes after its end; make the archive again`);
      }
      this.#paddingLeft -= taken;
      return taken;
    }
    if (this.#zeroBlocks === END_BLOCKS) return this.#takeEndPadding(bytes);
    return this.#takeHeader(bytes);
  }

  #takeBody(bytes: Uint8Array): number {
    const taken = Math.min(this.#bodyLeft, bytes.length);
    const part = bytes.subarray(0, taken);
    if (this.#record === undefined) this.#sink.onContent(part);
    else this.#record.body.set(part, this.#record.body.length - this.#bodyLeft);
    this.#bodyLeft -= taken;
    if (this.#bodyLeft === 0) this.#endRecord();
    return taken;
  }

  #takeHeader(bytes: Uint8Array): number {
    if (this.#partialBytes === 0 && bytes.length >= BLOCK_BYTES) {
      this.#readBlock(Buffer.from(bytes.buffer, bytes.byteOffset, BLOCK_BYTES));
      return BLOCK_BYTES;
    }
    const taken = Math.min(BLOCK_BYTES - this.#partialBytes, bytes.length);
    this.#partialBlock.set(bytes.subarray(0, taken), this.#partialBytes);
    this.#partialBytes += taken;
    if (this.#partialBytes === BLOCK_BYTES) {
      this.#partialBytes = 0;
      this.#readBlock(this.#partialBlock);
    }
    return taken;
  }

  #takeEndPadding(bytes: Uint8Array): number {
    const taken = Math.min(BLOCK_BYTES, bytes.length);
    this.#endPaddingBytes += taken;
    if (!isZero(bytes.subarray(0, taken))) {
      throw invalid('there is data after the end of the archive; make it again, in one piece');
    }
    if (this.#endPaddingBytes > MAX_END_PADDING_BYTES) {
      throw invalid('there is more than 1 MiB of padding after the end of the archive; make it again');
    }
    return taken;
  }

  #readBlock(block: Buffer): void {
    if (isZero(block)) {
      if (!this.#metadata.isEmpty) {
        throw invalid('the archive ends with a record for an entry that does not follow; make it again');
      }
      this.#zeroBlocks += 1;
      return;
    }
    if (this.#zeroBlocks > 0) {
      throw invalid(
        `there is a block of zeros in front of ${this.#where}; make the archive again, in one piece`,
      );
    }
    const header = readHeader(block, this.#where);
    if (isMetadataType(header.typeflag)) this.#beginRecord(header.typeflag, header);
    else this.#beginEntry(header);
  }

  #beginRecord(type: MetadataType, { sizeBytes, hasLinkTarget }: TarHeader): void {
    if (hasLinkTarget) {
      throw invalid(`a record in front of ${this.#where} has a link target; make the archive again`);
    }
    this.#budget.addBytes(sizeBytes, this.#entryNumber);
    this.#sink.onMetadata(sizeBytes);
    this.#record = { type, body: Buffer.alloc(sizeBytes) };
    this.#isAfterRecord = true;
    this.#beginBody(sizeBytes);
    if (sizeBytes === 0) this.#endRecord();
  }

  #endRecord(): void {
    if (this.#record === undefined) return;
    const { type, body } = this.#record;
    this.#record = undefined;
    this.#budget.addRecords(this.#metadata.add(type, body, this.#where), this.#entryNumber);
  }

  #beginEntry(header: TarHeader): void {
    const entry = readEntry(header, this.#metadata);
    this.#metadata = new EntryMetadata();
    this.#entryNumber += 1;
    this.#path = entry.path;
    this.#isAfterRecord = false;
    this.#sink.onEntry(entry);
    this.#beginBody(entry.sizeBytes);
  }

  #beginBody(sizeBytes: number): void {
    this.#bodyLeft = sizeBytes;
    this.#paddingLeft = countPaddingBytes(sizeBytes);
  }
}
