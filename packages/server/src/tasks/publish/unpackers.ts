// Unpacks files in the formats that nearly all others are made of: gzip (.gz, .tgz) and zip (.zip, .jar, .docx).
import { createGunzip, createInflateRaw } from 'node:zlib';
import { Inflating } from './inflating.ts';

/** Gets what is unpacked. */
export interface UnpackedSink {
  /** The next bytes of a member. @returns whether more is wanted */
  onBytes(bytes: Uint8Array): boolean;
  /** The member is complete: the next bytes are of another one. */
  onMemberEnd(): void;
}

/** Unpacks one file, which arrives in any pieces. */
export interface Unpacker {
  /** Resolves when the bytes were unpacked. Never rejects because of what they are. */
  write(bytes: Uint8Array): Promise<void>;
  /** The file has ended. */
  close(): Promise<void>;
  /** Frees memory; safe at any time. */
  discard(): void;
}

/** How many bytes of a file {@link findUnpacker} needs. */
export const SIGNATURE_BYTES = 4;
const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
/** Of a member of a zip file. */
const MEMBER = Buffer.from('PK\x03\x04', 'latin1');
const MEMBER_HEAD_BYTES = 30;
const DEFLATED = 8;
/** Most members that are unpacked: each costs the processor as much as some kilobytes. */
const MAX_MEMBERS = 5000;
const OUTPUT_CHUNK_BYTES = 64 * 1024;

/** Whether a file may be compressed, by its first byte. */
export function mayBeCompressed([first]: Uint8Array): boolean {
  return first === GZIP[0] || first === MEMBER[0];
}

/** @param begin - of the file; @returns undefined if the file is not compressed */
export function findUnpacker(begin: Uint8Array, sink: UnpackedSink): Unpacker | undefined {
  const bytes = Buffer.from(begin);
  if (bytes.subarray(0, GZIP.length).equals(GZIP)) {
    return new GzipUnpacker(sink);
  }
  return bytes.equals(MEMBER) ? new ZipUnpacker(sink) : undefined;
}

class GzipUnpacker implements Unpacker {
  readonly #sink: UnpackedSink;
  readonly #inflating: Inflating;

  constructor(sink: UnpackedSink) {
    this.#sink = sink;
    this.#inflating = new Inflating(createGunzip({ chunkSize: OUTPUT_CHUNK_BYTES }), (bytes) =>
      sink.onBytes(bytes),
    );
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#inflating.write(bytes);
  }

  async close(): Promise<void> {
    await this.#inflating.close();
    this.#sink.onMemberEnd();
  }

  discard(): void {
    this.#inflating.discard();
  }
}

/**
 * Unpacks what follows each header of a member. The central directory is not needed: a member ends where its
 * data does. What is stored uncompressed is found in the file itself.
 */
class ZipUnpacker implements Unpacker {
  readonly #sink: UnpackedSink;
  /** What may be the begin of a header. */
  #pending = Buffer.alloc(0);
  #member: Inflating | undefined;
  #memberCount = 0;

  constructor(sink: UnpackedSink) {
    this.#sink = sink;
  }

  async write(bytes: Uint8Array): Promise<void> {
    let rest: Buffer = Buffer.concat([this.#pending, bytes]);
    this.#pending = Buffer.alloc(0);
    while (rest.length > 0 && this.#memberCount <= MAX_MEMBERS) {
      if (this.#member === undefined) {
        const data = this.#findData(rest);
        if (data === undefined) return;
        rest = data;
        continue;
      }
      const taken = await this.#member.write(rest);
      if (!this.#member.hasEnded) return;
      this.#endMember();
      rest = rest.subarray(taken);
    }
  }

  async close(): Promise<void> {
    await this.#member?.close();
    this.#endMember();
  }

  discard(): void {
    this.#member?.discard();
  }

  /** @returns what follows the next header; undefined if more bytes are needed */
  #findData(bytes: Buffer): Buffer | undefined {
    const at = bytes.indexOf(MEMBER);
    const head = bytes.subarray(at === -1 ? Math.max(0, bytes.length - MEMBER.length + 1) : at);
    const isWhole = at !== -1 && head.length >= MEMBER_HEAD_BYTES;
    const dataStart = isWhole ? MEMBER_HEAD_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28) : Infinity;
    if (head.length < dataStart) {
      this.#pending = Buffer.from(head);
      return undefined;
    }
    if (head.readUInt16LE(8) !== DEFLATED) return head.subarray(MEMBER.length);
    this.#memberCount += 1;
    const stream = createInflateRaw({ chunkSize: OUTPUT_CHUNK_BYTES });
    this.#member = new Inflating(stream, (bytes) => this.#sink.onBytes(bytes));
    return head.subarray(dataStart);
  }

  #endMember(): void {
    this.#member?.discard();
    this.#member = undefined;
    this.#sink.onMemberEnd();
  }
}
