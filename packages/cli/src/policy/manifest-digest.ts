// The digest of the pack.yaml that is installed. Its signer has signed these bytes, whatever the registry says.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readProjectBytes } from '../files/read-project-file.ts';
import { MANIFEST_FILE } from '../pack/read-manifest.ts';

/** Larger manifests are not published, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** SHA-256 of the pack.yaml in a folder, in hexadecimal; undefined if there is none. */
export async function findManifestDigest(folder: string): Promise<string | undefined> {
  const bytes = await readProjectBytes(join(folder, MANIFEST_FILE), MAX_BYTES);
  return bytes && createHash('sha256').update(bytes).digest('hex');
}
