// Reads a whole tarball with the digests of its files, with or without unpacking it.
import type { ArchiveLimits } from '../inspect/archive-limits.ts';
import { TarballInspector } from '../inspect/tarball-inspector.ts';
import type { TarballReport } from '../inspect/tarball-report.ts';
import type { TarballSink } from '../inspect/tarball-sink.ts';
import { sortByPath } from '../paths/sort-by-path.ts';
import type { TarballProblem } from '../tarball-problem.ts';
import type { FileDigest } from './file-digest.ts';
import { FileDigester } from './file-digester.ts';
import { inspectChunks } from './inspect-chunks.ts';
import type { Chunks } from './read-chunks.ts';
import { treeDigest } from './tree-digest.ts';

/** The outcome for a tarball that was read to its end, or up to the first problem. */
export type Extraction =
  | {
      ok: true;
      /** The report of the inspection. */
      report: TarballReport;
      /** The files, sorted by the bytes of their paths. */
      files: FileDigest[];
      /** The {@link treeDigest} of the files. */
      treeDigest: string;
    }
  | { ok: false; problem: TarballProblem };

/**
 * Returns the same result as {@link extractTarball} and unpacks nothing. Memory grows with the number of
 * files, not with their sizes. When it settles, the source is closed.
 * @param sink - gets the files and folders, to unpack them
 * @throws Errors of the source and of the sink, and the reason of the signal after an abort. An invalid tarball is a
 *   result, not an error.
 */
export async function readTarballFileDigests(
  chunks: Chunks,
  limits: ArchiveLimits,
  options: { signal?: AbortSignal | undefined; sink?: TarballSink } = {},
): Promise<Extraction> {
  const { signal, sink } = options;
  const digester = new FileDigester(sink);
  // What is only read may be from before the rule.
  const inspector = new TarballInspector(limits, digester, { refusesRepositories: sink !== undefined });
  const inspection = await inspectChunks(chunks, inspector, signal);
  if (!inspection.ok) return inspection;
  const files = sortByPath(digester.files);
  return { ok: true, report: inspection.report, files, treeDigest: treeDigest(files) };
}
