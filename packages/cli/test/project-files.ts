// Reads the files of a project folder.
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** The paths of all files below a folder, with `/`, sorted; empty if the folder does not exist. */
export async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll(sep, '/'),
      )
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** All files below a folder with their texts, to compare before and after. */
export async function readFiles(folder: string): Promise<Record<string, string>> {
  const paths = await listFiles(folder);
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')));
  return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? '']));
}
