// The summary of a packed Prime, for programs and for people.
import { formatColumns, formatCount, formatSize, toPrintable } from '@prime-registry/command-line';
import type { Terminal } from '../terminal/terminal.ts';
import type { CheckedTarball } from './check-tarball.ts';

/** A packed Prime, as `--json` prints it. */
export interface PackSummary {
  readonly name: string;
  readonly version: string;
  /** In the order of the archive. */
  readonly files: readonly { readonly path: string; readonly size_bytes: number }[];
  readonly file_count: number;
  /** Total size of all files. */
  readonly unpacked_bytes: number;
  /** Size of the tarball. */
  readonly size_bytes: number;
  /** Digest of the tarball. */
  readonly sha256: string;
  readonly atoms: number;
  readonly namespaces: readonly string[];
}

/** Summarizes a tarball. */
export function summarize(tarball: CheckedTarball): PackSummary {
  const { manifest, files, unpackedBytes, sizeBytes, sha256, atoms, namespaces } = tarball;
  return {
    name: manifest.name.full,
    version: manifest.version.full,
    files: files.map((file) => ({ path: file.path, size_bytes: file.sizeBytes })),
    file_count: files.length,
    unpacked_bytes: unpackedBytes,
    size_bytes: sizeBytes,
    sha256,
    atoms,
    namespaces,
  };
}

/** The files with their sizes, and the totals. */
export function describeSummary(summary: PackSummary, terminal: Terminal): string {
  const { files, file_count, unpacked_bytes, size_bytes, sha256, atoms, namespaces } = summary;
  const rows = files.map((file) => [formatSize(file.size_bytes), toPrintable(file.path)]);
  const places = namespaces.length === 0 ? '' : ` in ${namespaces.map(toPrintable).join(', ')}`;
  return [
    terminal.paint('bold', `${summary.name} ${summary.version}`),
    formatColumns(rows),
    `${formatCount(file_count, 'file')}, ${formatSize(unpacked_bytes)}; packed ${formatSize(size_bytes)}`,
    `${formatCount(atoms, 'atom')}${places}`,
    `sha256 ${sha256}`,
  ].join('\n');
}
