// Unpacks files in the formats that nearly all others are made of: gzip (.gz, .tgz) and zip (.zip, .jar, .docx).
import { createGunzip } from 'node:zlib';
import { Inflating } from './inflating.ts';
import { OUTPUT_CHUNK_BYTES, type UnpackedSink, type Unpacker } from './unpacker.ts';
import { MEMBER, ZipUnpacker } from './zip-unpacker.ts';

/** How many bytes of a file {@link findUnpacker} needs. */
export const SIGNATURE_BYTES = 4;
const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);

/** Whether a file may be compressed, by its first byte. */
export function mayBeCompressed([first]: Uint8Array): boolean {
  return first === GZIP[0] || first === MEMBER[0];
}

/** @param begin - of the file; @returns undefined if the file is not compressed */
export function findUnpacker(begin: Uint8Array, sink: UnpackedSink): Unpacker | undefined {
  const bytes = Buffer.from(begin);
  if (bytes.subarray(0, GZIP.length).equals(GZIP)) return new GzipUnpacker(sink);
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
