// A warning about a place in a Prime, which forges show there.
import { join } from 'node:path';
import { toPrintable } from '@prime-registry/command-line';
import { MANIFEST_FILE } from '../pack/read-manifest.ts';
import type { Terminal } from './terminal.ts';

/** What is wrong, and where. */
interface PlacedWarning {
  /** A file, relative to the root of the Prime. */
  readonly path: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly message: string;
}

/** Warns as compilers do: file, line and column first. @param folder - of the Prime; undefined for a tarball */
export function warnAt(
  terminal: Terminal,
  folder: string | undefined,
  { path, line, column, message }: PlacedWarning,
): void {
  const place = [path, line, column].filter((part) => part !== undefined).join(':');
  terminal.warn(toPrintable(`${place}: ${message}`));
  const severity = 'warning';
  if (folder === undefined) {
    terminal.annotate({ severity, message: `${place}: ${message}` });
    return;
  }
  // Registries call the part of the form so.
  const file = path === 'manifest' ? MANIFEST_FILE : path;
  terminal.annotate({ severity, path: join(folder, file), line, column, message });
}
