// What an inspection finds out about a tarball.
import type { TarballProblem } from '../tarball-problem.ts';

/** What is in a good tarball. */
export interface TarballReport {
  /** Entries, folders included; the records that only describe entries are not counted. */
  entryCount: number;
  /** Length of all files together, in bytes. */
  unpackedBytes: number;
  /** The bytes of `pack.yaml` at the root, at most 256 KiB; undefined when there is none. */
  manifest: Uint8Array | undefined;
  /** The text of the README at the root, its first 256 KiB; undefined when there is none. */
  readme: string | undefined;
  /** How many atoms there are: `.prime` files below `primes/`, else atom folders below `compiled/`. */
  atoms: number;
  /** The namespaces of those atoms, such as `@web-style`; sorted, each once. */
  namespaces: string[];
}

/** The outcome of an inspection. */
export type Inspection = { ok: true; report: TarballReport } | { ok: false; problem: TarballProblem };
