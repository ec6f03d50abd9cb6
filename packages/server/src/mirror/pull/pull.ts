// One tarball that is coming from another registry: streamed to everybody who asks for it meanwhile, and kept when it is whole.

import type { BlobChunks } from '@prime-registry/blobs';
import { RegistryError } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';

/** Where the pieces are until everybody has read them. */
export interface Spool {
  readonly sizeBytes: number;
  write(piece: Uint8Array): Promise<void>;
  end(): void;
  fail(error: unknown): void;
  begun(): Promise<void>;
  whole(): Promise<void>;
  /** Undefined when it was closed, and everybody who was reading has ended. */
  read(): AsyncIterable<Uint8Array> | undefined;
  close(): Promise<void>;
}

/** A pull that has begun. */
export interface Pull {
  readonly record: VersionRecord;
  /** All of the tarball, as it comes; it never ends whole when it is not what the manifest promised. */
  read(): Promise<BlobChunks>;
  /** Resolves when the first bytes are there. @throws RegistryError when there will be none */
  begun(): Promise<void>;
  /** Resolves when the version is here, or is not going to be: then with why. */
  readonly kept: Promise<{ readonly error: unknown } | undefined>;
}

/** Fills the spool with what comes, tells its readers how it ended, and keeps it. */
export async function fillSpool(
  spool: Spool,
  chunks: AsyncIterable<Uint8Array>,
  keep: (body: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  try {
    try {
      for await (const chunk of chunks) await spool.write(chunk);
    } catch (error) {
      const told = error instanceof RegistryError ? error : noRoom(error);
      spool.fail(told);
      throw told;
    }
    // Readers have a tarball that is what it should be, whatever becomes of keeping it.
    spool.end();
    const body = spool.read();
    if (body !== undefined) await keep(body);
  } finally {
    await spool.close();
  }
}

function noRoom(cause: unknown): RegistryError {
  const detail = 'There is no room just now for what comes from another registry; try again.';
  return new RegistryError('storage_unavailable', { detail }, { cause });
}
