// A Prime on disk, for tests.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { manifestText, sourceOf } from '@prime-registry/testkit';

/** Contents by path, with `/`. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A Prime that is valid and causes no warning. */
export const GOOD_PRIME: Files = {
  'pack.yaml': manifestText({}),
  'README.md': '# Web style\n',
  'primes/sources/@acme/fact-one.prime': sourceOf({
    id: '@acme/fact-one',
    kind: 'fact',
    description: 'One thing is so.',
  }),
};

/** Writes the files and their folders. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
