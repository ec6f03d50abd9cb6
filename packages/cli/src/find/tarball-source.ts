// A tarball in a registry that can be downloaded, with progress.
import { formatSize } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import type { Progress } from '../terminal/progress-bar.ts';
import type { FoundVersion } from './find-version.ts';

/** A tarball that can be downloaded. */
export interface TarballSource {
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** The bytes. If they do not have the digest, reading them fails, at the end at the latest. */
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** The tarball of a version. Progress is shown while it is read. */
export function makeTarballSource(
  { terminal, signal }: Pick<CommandContext, 'terminal' | 'signal'>,
  { registry, manifest }: FoundVersion,
): TarballSource {
  const { name, version, sha256, size_bytes: expectedBytes } = manifest;
  return {
    sha256,
    async open() {
      const { sizeBytes = expectedBytes ?? 0, chunks } = await registry.tarball(name, version, {
        sha256,
        ...(expectedBytes !== undefined && { sizeBytes: expectedBytes }),
        signal,
      });
      return showProgress(chunks, terminal.progress(`${name} ${version}`, sizeBytes));
    },
  };
}

async function* showProgress(
  chunks: AsyncIterable<Uint8Array>,
  progress: Progress,
): AsyncGenerator<Uint8Array, void> {
  let doneBytes = 0;
  try {
    for await (const chunk of chunks) {
      doneBytes += chunk.length;
      progress.update(doneBytes, formatSize(doneBytes));
      yield chunk;
    }
  } finally {
    progress.end();
  }
}
