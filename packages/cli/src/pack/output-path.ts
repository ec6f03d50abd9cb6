// The output path of `prime pack`.
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UsageError } from '@prime-registry/command-line';
import type { Manifest } from '@prime-registry/protocol';

/** The file name of a Prime's tarball: `acme-web-style-1.0.0.tar.gz`. */
export function tarballFileName({ name, version }: Pick<Manifest, 'name' | 'version'>): string {
  return `${name.scope.slice(1)}-${name.shortName}-${version.full}.tar.gz`;
}

/**
 * The absolute path of `--out`.
 * @throws UsageError if it does not end in `.tar.gz`, because an existing file is replaced, or if its folder
 *   is missing
 */
export async function resolveOutput(folder: string, out: string): Promise<string> {
  if (!out.endsWith('.tar.gz')) throw new UsageError(`--out: '${out}' does not end in '.tar.gz'`);
  const path = resolve(folder, out);
  const parent = await stat(dirname(path)).catch(() => undefined);
  if (parent?.isDirectory() !== true) throw new UsageError(`--out: there is no folder ${dirname(path)}`);
  return path;
}
