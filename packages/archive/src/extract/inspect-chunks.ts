// Feeds a tarball to an inspector, and releases both at the end, after a failure or after an abort.
import type { TarballInspector } from '../inspect/tarball-inspector.ts';
import type { Inspection } from '../inspect/tarball-report.ts';
import { type Chunks, readChunks } from './read-chunks.ts';

/**
 * Inspects the chunks to their end or up to the first problem. Rejects with an error of the source or of the
 * inspector's sink, or with the signal's reason. When it settles, the source is closed, and the sink is not
 * called again.
 */
export async function inspectChunks(
  chunks: Chunks,
  inspector: TarballInspector,
  signal?: AbortSignal,
): Promise<Inspection> {
  // Ends a write in progress, which may be one of many megabytes.
  const onAbort = () => inspector.discard();
  signal?.addEventListener('abort', onAbort);
  try {
    for await (const chunk of readChunks(chunks, signal)) {
      await inspector.write(chunk);
      if (inspector.hasProblem) break;
    }
    const inspection = await inspector.finish();
    signal?.throwIfAborted();
    return inspection;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    inspector.discard();
  }
}
