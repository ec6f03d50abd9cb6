// Writes a version into a pack.yaml. Comments and format stay as they are.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseManifest } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';
import { replaceFile } from '../files/replace-file.ts';
import { MANIFEST_FILE, readManifestFile } from '../pack/read-manifest.ts';
import { setManifestVersion } from '../pack/rename-manifest.ts';

/**
 * Replaces the version of a folder's pack.yaml, atomically and with its mode.
 * @throws ValidationError if the text has no place for it, or the file is a link; then nothing was written
 */
export async function writeVersion(folder: string, version: string): Promise<void> {
  const path = join(folder, MANIFEST_FILE);
  const before = await readManifestFile(folder);
  const after = setManifestVersion(before, version);
  const parsed = parseManifest(after);
  const isWritten =
    'manifest' in parsed
      ? parsed.manifest.version.full === version
      : parsed.problems.every(({ field }) => field !== 'version' && field !== 'manifest');
  if (!isWritten) {
    throw new ValidationError(`the version in ${path} cannot be replaced; write 'version: ${version}' there`);
  }
  const { mode } = await stat(path);
  await replaceFile(path, new TextDecoder('utf-8', { ignoreBOM: true }).decode(after), {
    mode: mode & 0o777,
    followsLinks: false,
  });
}
