// The list of the files of a build, by which a command notices that its installation is damaged.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_FILE } from '../../../packages/launch/src/broken-installation.mjs';

/** Writes the names and digests of the JavaScript files of an application. @returns the name of the file */
export function writeBuildFile(
  { name, version }: { readonly name: string; readonly version: string },
  files: readonly string[],
  outFolder: string,
): string {
  const digests = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(outFolder, file)))
        .digest('hex'),
    ]);
  const text = JSON.stringify({ name, version, files: Object.fromEntries(digests) }, undefined, 2);
  writeFileSync(join(outFolder, BUILD_FILE), `${text}\n`);
  return BUILD_FILE;
}
