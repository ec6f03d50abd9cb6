// Reads a whole tarball with the digests of its files, with or without unpacking it.
import type { ArchiveLimits } from '../inspect/archive-limits.ts';
import { TarballInspector } from '../inspect/tarball-inspector.ts';
import type { TarballSink } from '../inspect/tarball-sink.ts';
import { sortByPath } from '../paths/sort-by-path.ts';
import type { Extraction } from './extraction.ts';
import { FileDigester } from './file-digester.ts';
import { inspectChunks } from './inspect-chunks.ts';
import type { Chunks } from './read-chunks.ts';
import { treeDigest } from './tree-digest.ts';

/**
 * Reads a tarball, and forwards its files and folders to a sink if there is one; rejects like {@link
 * inspectChunks}.
 */
export async function readTarball(
  chunks: Chunks,
  limits: ArchiveLimits,
  signal: AbortSignal | undefined,
  sink?: TarballSink,
): Promise<Extraction> {
  const digester = new FileDigester(sink);
  // What is only read may be from before the rule.
  const inspector = new TarballInspector(limits, digester, { refusesRepositories: sink !== undefined });
  const inspection = await inspectChunks(chunks, inspector, signal);
  if (!inspection.ok) return inspection;
  const files = sortByPath(digester.files);
  return { ok: true, report: inspection.report, files, treeDigest: treeDigest(files) };
}
