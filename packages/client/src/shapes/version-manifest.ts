// The manifest of a version (contract section 2).
import { parseProvenance, VersionManifestSchema } from '@prime-registry/protocol';
import type { RegistryManifest } from '../registry-reader.ts';
import { fieldOf, findAddedList, withoutAdditions } from './additions.ts';
import { requireSubject, toSha256 } from './identity.ts';
import { readManifestLifecycle } from './lifecycle.ts';
import { readShape, relax, ShapeError, type ShapeReader } from './read-shape.ts';
import { readRequires } from './requires.ts';

/** Fingerprints that are read: a registry takes few signatures of a version. */
const MOST_SIGNERS = 64;

/** The contract does not name the fields that are optional here. */
const ManifestSchema = withoutAdditions(
  relax(VersionManifestSchema, 'published_at', 'size_bytes', 'yanked'),
  'deprecated',
  'moved_to',
  'promoted_from',
  'provenance',
  'requires',
  'signed_by',
);

/**
 * Reads the manifest of a version of a Prime. `tarball_url` is not followed: the contract fixes the tarball's
 * path.
 */
export function versionManifestReader(name: string, version: string): ShapeReader<RegistryManifest> {
  return (body) => {
    const manifest = readShape(ManifestSchema, body);
    requireSubject(manifest, { name, version });
    const signedBy = findAddedList(body, 'signed_by', readText, MOST_SIGNERS);
    const provenance = parseProvenance(fieldOf(body, 'provenance'));
    return {
      ...manifest,
      sha256: toSha256(manifest.sha256),
      yanked: manifest.yanked ?? false,
      ...(signedBy && { signed_by: signedBy }),
      ...readManifestLifecycle(body),
      ...readRequires(body),
      ...(provenance.ok && { provenance: provenance.value }),
    };
  };
}

function readText(item: unknown): string {
  if (typeof item === 'string') return item;
  throw new ShapeError('it is no text');
}
