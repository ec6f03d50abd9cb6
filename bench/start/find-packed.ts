// Finds what was packed for users, by the names that packing gives it.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../flags.ts';

/** The only file in the folder whose name is `before`, a version, and `after`. @throws UsageError */
export async function findPacked(folder: string, before: string, after: string): Promise<string> {
  const files = await readdir(folder).catch(() => {
    throw new UsageError(`There is no folder '${folder}'.`);
  });
  const found = files.filter(
    (file) =>
      file.startsWith(before) && file.endsWith(after) && /^\d/.test(file.slice(before.length, -after.length)),
  );
  const [only, other] = found;
  if (only !== undefined && other === undefined) return join(folder, only);
  const problem = only === undefined ? 'has none' : `has several: ${found.join(', ')}`;
  throw new UsageError(`'${folder}' must have one ${before}<version>${after}, but ${problem}.`);
}
