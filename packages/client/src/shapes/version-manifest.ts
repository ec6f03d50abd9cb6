// The manifest of a version (contract section 2).
import type { RegistryManifest } from '../registry-reader.ts';
import {
  findCount,
  findText,
  getCount,
  getFields,
  getFlag,
  getText,
  getTexts,
  type ShapeReader,
} from './fields.ts';
import { getSameName, getSameVersion, getSha256 } from './identity.ts';

/** Reads the manifest of a version of a Prime. `tarball_url` is not followed: the contract says where the tarball is. */
export function versionManifestReader(name: string, version: string): ShapeReader<RegistryManifest> {
  return (body) => {
    const fields = getFields(body);
    const publishedAt = findText(fields, 'published_at');
    const sizeBytes = findCount(fields, 'size_bytes');
    const yankedAt = findText(fields, 'yanked_at');
    const yankReason = findText(fields, 'yank_reason');
    const origin = findText(fields, 'origin');
    return {
      name: getSameName(fields, name),
      version: getSameVersion(fields, version),
      description: getText(fields, 'description'),
      license: getText(fields, 'license'),
      atoms: getCount(fields, 'atoms'),
      namespaces: getTexts(fields, 'namespaces'),
      'prime-version': getText(fields, 'prime-version'),
      sha256: getSha256(fields),
      tarball_url: getText(fields, 'tarball_url'),
      yanked: getFlag(fields, 'yanked'),
      ...(publishedAt !== undefined && { published_at: publishedAt }),
      ...(sizeBytes !== undefined && { size_bytes: sizeBytes }),
      ...(yankedAt !== undefined && { yanked_at: yankedAt }),
      ...(yankReason !== undefined && { yank_reason: yankReason }),
      ...(origin !== undefined && { origin }),
    };
  };
}
