// What a test looks at in a project folder.
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** The paths of all files below a folder, with `/`, sorted; none for a folder that is not there. */
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

/** Every file below a folder with its text, to compare what was before with what is after. */
export async function readFiles(folder: string): Promise<Record<string, string>> {
  const paths = await listFiles(folder);
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')));
  return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? '']));
}
