// The manifest of a version (contract section 2).
import { VersionManifestSchema } from '@prime-registry/protocol';
import type { RegistryManifest } from '../registry-reader.ts';
import { withoutAdditions } from './additions.ts';
import { requireSameName, requireSameVersion, toSha256 } from './identity.ts';
import { readManifestLifecycle } from './lifecycle.ts';
import { readProvenance } from './provenance.ts';
import { readShape, relax, type ShapeReader } from './read-shape.ts';
import { readRequires } from './requires.ts';
import { readSignedBy } from './signed-by.ts';

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
    requireSameName(manifest.name, name);
    requireSameVersion(manifest.version, version);
    return {
      ...manifest,
      sha256: toSha256(manifest.sha256),
      yanked: manifest.yanked ?? false,
      ...readSignedBy(body),
      ...readManifestLifecycle(body),
      ...readRequires(body),
      ...readProvenance(body),
    };
  };
}
