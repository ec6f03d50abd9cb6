// The result of an inspection.
import type { TarballProblem } from '../tarball-problem.ts';

export interface TarballReport {
  /** Number of entries, including folders, without the records that only describe entries. */
  entryCount: number;
  /** Total length of all files, in bytes. */
  unpackedBytes: number;
  /** The bytes of `pack.yaml` at the root, at most 256 KiB; undefined if there is none. */
  manifest: Uint8Array | undefined;
  /** The text of the README at the root, its first 256 KiB; undefined if there is none. */
  readme: string | undefined;
  /** Its name, such as `README.md`. */
  readmePath: string | undefined;
  /** Number of atoms: `.prime` files below `primes/`, or else atom folders below `compiled/`. */
  atoms: number;
  /** The namespaces of those atoms, such as `@web-style`; sorted, without duplicates. */
  namespaces: string[];
}

export type Inspection = { ok: true; report: TarballReport } | { ok: false; problem: TarballProblem };
