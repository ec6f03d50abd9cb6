// Writes a tarball, complete or not at all. The same files give the same bytes.
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { writeWhole } from '../artifacts/write-whole.ts';

/** A file of a tarball. */
export interface TarballFile {
  /** Its path in the tarball, below the prefix, with `/`. */
  readonly path: string;
  /** Where it is now, or its text. */
  readonly content: { readonly from: string } | { readonly text: string };
  readonly isExecutable?: boolean;
}

/**
 * Writes a tarball.
 * @param epochSeconds - the time of every file, in seconds since 1970
 * @param prefix - the folder of all files; by default the one that npm needs
 */
export async function writeTarball(
  tarball: string,
  files: readonly TarballFile[],
  epochSeconds: number,
  prefix = 'package',
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  try {
    const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const { path, content, isExecutable = false } of sorted) {
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      if ('text' in content) writeFileSync(target, content.text);
      else copyFileSync(content.from, target);
      chmodSync(target, isExecutable ? 0o755 : 0o644);
    }
    const options = {
      cwd: folder,
      prefix,
      gzip: { level: 9 },
      // Without names of users, and times of this machine.
      portable: true,
      mtime: new Date(epochSeconds * 1000),
    };
    const paths = sorted.map(({ path }) => path);
    await writeWhole(tarball, (file) => create({ ...options, file }, paths));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
