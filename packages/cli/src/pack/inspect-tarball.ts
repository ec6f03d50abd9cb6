// Reads a tarball to its end, for several that want to know of its files.
import {
  type ArchiveLimits,
  type Inspection,
  TarballInspector,
  type TarballSink,
} from '@prime-registry/archive';

/** One who wants to know of files. */
export type FileSink = Partial<Pick<TarballSink, 'onFile' | 'onContent' | 'onFileEnd'>>;

/** Tells each of them, one after another. */
export function joinSinks(sinks: readonly FileSink[]): TarballSink {
  return {
    onFolder() {},
    onFile(path, sizeBytes) {
      for (const sink of sinks) sink.onFile?.(path, sizeBytes);
    },
    onContent(bytes) {
      for (const sink of sinks) sink.onContent?.(bytes);
    },
    onFileEnd() {
      for (const sink of sinks) sink.onFileEnd?.();
    },
  };
}

/** Reads a tarball to its end, within limits. */
export async function inspectTarball(
  chunks: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  ...sinks: readonly FileSink[]
): Promise<Inspection> {
  const inspector = new TarballInspector(limits, joinSinks(sinks));
  try {
    for await (const chunk of chunks) await inspector.write(chunk);
    return await inspector.finish();
  } finally {
    inspector.discard();
  }
}
