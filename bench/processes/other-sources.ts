// Another checkout of this repository, to compare with.
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '../flags.ts';

/** The folder of the checkout. @throws UsageError if it is none */
export async function requireSources(other: string): Promise<string> {
  const folder = resolve(other);
  await access(join(folder, 'packages/server/src/main.ts')).catch(() => {
    throw new UsageError(`--other must be a checkout of this repository with node_modules, not '${folder}'.`);
  });
  return folder;
}
