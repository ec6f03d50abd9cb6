// One tarball that is pulled from an upstream: streamed to everybody who asks for it in the meantime, and
// stored once it is whole.

import type { BlobChunks } from '@prime-registry/blobs';
import { RegistryError } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import type { OpenRest, TarballSpool } from './tarball-spool.ts';

export interface Pull {
  readonly record: VersionRecord;
  /** The tarball as it arrives; never complete if it does not match the digest in its manifest. */
  read(): Promise<BlobChunks>;
  /** Resolves when the first bytes are there. @throws RegistryError if there will be none */
  begun(): Promise<void>;
  /** Resolves when the version is stored, or with the error that prevented it. */
  readonly kept: Promise<{ readonly error: unknown } | undefined>;
}

/** How long readers may take for a tarball that is not stored. */
const UNSTORED_MS = 3_600_000;
const NO_ROOM = 'There is no room for tarballs from upstreams at the moment; try again.';
const TOO_SLOW = 'the reader of a tarball that could not be stored took too long';

/**
 * Fills the spool, reports the end to its readers, and stores the version.
 * @param keep - stores it, and returns how to read what it stored
 */
export async function fillSpool(
  spool: TarballSpool,
  chunks: AsyncIterable<Uint8Array>,
  keep: (body: AsyncIterable<Uint8Array>) => Promise<OpenRest>,
): Promise<void> {
  try {
    await fill(spool, chunks);
    // Readers get the whole tarball even if it cannot be stored.
    spool.end();
    const body = spool.read();
    if (body !== undefined) await spool.handOver(await keepAndEnd(body, keep));
  } catch (error) {
    const end = (): Promise<void> => spool.handOver(() => Promise.reject(new Error(TOO_SLOW)));
    setTimeout(() => void end().catch(() => undefined), UNSTORED_MS).unref();
    throw error;
  } finally {
    await spool.close();
  }
}

async function fill(spool: TarballSpool, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const chunk of chunks) await spool.write(chunk);
  } catch (error) {
    const told =
      error instanceof RegistryError
        ? error
        : new RegistryError('storage_unavailable', { detail: NO_ROOM }, { cause: error });
    spool.fail(told);
    throw told;
  }
}

/** A reader that has not begun would hold the spool, and its file, for ever. */
async function keepAndEnd(
  body: AsyncIterable<Uint8Array>,
  keep: (body: AsyncIterable<Uint8Array>) => Promise<OpenRest>,
): Promise<OpenRest> {
  try {
    return await keep(body);
  } finally {
    for await (const _rest of body) break;
  }
}
