// Writes one layer: a tar archive, compressed, under the name of its digest.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { completeEntries, type ImageEntry } from './image-entry.ts';
import { writeTar } from './write-tar.ts';

const CHUNK_BYTES = 1024 ** 2;
/** The byte of a gzip header that names the operating system, and its value for "unknown" (RFC 1952, 2.3.1). */
const SYSTEM_AT = 9;
const UNKNOWN_SYSTEM = 255;

/** A blob of an image. */
export interface Blob {
  readonly file: string;
  readonly digest: string;
  readonly sizeBytes: number;
}

export interface Layer extends Blob {
  /** The digest of the tar archive before compression. */
  readonly diffId: string;
  readonly unpackedBytes: number;
  /** What the layer adds, for the history of the image. */
  readonly comment: string;
}

/**
 * @param folder - where the file is written to
 * @param level - of gzip, 1 to 9
 */
export async function writeLayer(
  entries: readonly ImageEntry[],
  comment: string,
  folder: string,
  level: number,
): Promise<Layer> {
  const unpacked = new Measure();
  const packed = new Measure();
  const temporary = join(folder, `layer-${process.pid}`);
  await pipeline(
    Readable.from(slice(writeTar(completeEntries(entries)))),
    unpacked,
    createGzip({ level }),
    forgetSystem(),
    packed,
    createWriteStream(temporary),
  );
  const file = join(folder, packed.digest.replace('sha256:', ''));
  await rename(temporary, file);
  return {
    file,
    digest: packed.digest,
    sizeBytes: packed.sizeBytes,
    diffId: unpacked.digest,
    unpackedBytes: unpacked.sizeBytes,
    comment,
  };
}

/** Measures what passes through. */
class Measure extends Transform {
  readonly #hash = createHash('sha256');
  sizeBytes = 0;
  digest = '';

  override _transform(
    chunk: Uint8Array,
    _encoding: string,
    done: (error: null, chunk: Uint8Array) => void,
  ): void {
    this.#hash.update(chunk);
    this.sizeBytes += chunk.length;
    done(null, chunk);
  }

  override _flush(done: () => void): void {
    this.digest = `sha256:${this.#hash.digest('hex')}`;
    done();
  }
}

function* slice(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += CHUNK_BYTES) yield chunk.subarray(at, at + CHUNK_BYTES);
}

/** zlib writes the system that it was built for; the bytes must not depend on it. */
function forgetSystem(): Transform {
  let at = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const index = SYSTEM_AT - at;
      if (index >= 0 && index < chunk.length) chunk[index] = UNKNOWN_SYSTEM;
      at += chunk.length;
      done(null, chunk);
    },
  });
}
