// Checks the manifest of an upstream like one that is published here: what it says is stored, searched, and
// shown on pages.
import { parseManifest, RegistryError } from '@prime-registry/protocol';
import type { UpstreamManifest } from './upstream.ts';

/** The manifest itself. @throws RegistryError `upstream_mismatch` if it could not be published here */
export function checkManifest(manifest: UpstreamManifest, url: string): UpstreamManifest {
  const { name, version, description, license, atoms, namespaces, sha256 } = manifest;
  const fields = { name, version, description, license, atoms, namespaces, sha256 };
  // JSON is YAML too.
  const text = JSON.stringify({ ...fields, 'prime-version': manifest['prime-version'] });
  const parsed = parseManifest(Buffer.from(text));
  if ('manifest' in parsed) return manifest;
  const [{ field, message } = { field: 'manifest', message: 'is invalid' }] = parsed.problems;
  const detail = `${url} sent a manifest of ${name} ${version} that this registry does not accept: ${field} ${message}.`;
  throw new RegistryError('upstream_mismatch', { detail });
}
