// The result of reading a tarball with the digests of its files.
import type { TarballReport } from '../inspect/tarball-report.ts';
import type { TarballProblem } from '../tarball-problem.ts';
import type { FileDigest } from './file-digest.ts';

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
