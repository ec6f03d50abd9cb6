// Unpacks the members of a zip file while it arrives.
import { createInflateRaw } from 'node:zlib';
import { Inflating } from './inflating.ts';
import { OUTPUT_CHUNK_BYTES, type UnpackedSink, type Unpacker } from './unpacker.ts';

/** Of a member of a zip file. */
export const MEMBER = Buffer.from('PK\x03\x04', 'latin1');
const MEMBER_HEAD_BYTES = 30;
const DEFLATED = 8;
/** Most members that are unpacked: each costs the processor as much as some kilobytes. */
const MAX_MEMBERS = 5000;

/**
 * Unpacks what follows each header of a member. The central directory is not needed: a member ends where its
 * data does. What is stored uncompressed is found in the file itself.
 */
export class ZipUnpacker implements Unpacker {
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
