// What a registry says about the signatures and the manifest of a version.
import { type RegistryClient, type RegistryManifest, RegistryRequestError } from '@prime-registry/client';
import { ignore } from '../errors/expected.ts';
import type { SignedContent } from '../signatures/verify-signatures.ts';

/** Asks for the signatures, of one of these manifests; a registry that knows none, or no such request, has none. */
export async function askForSignatures(
  client: RegistryClient,
  { name, version }: { readonly name: string; readonly version: string },
  manifestDigests: readonly string[],
  signal: AbortSignal,
): Promise<{ signature: string; manifestDigests: readonly string[] }[]> {
  const listed = await client.signatures(name, version, { signal }).catch(ignore(isUnknown));
  return listed?.map(({ signature }) => ({ signature, manifestDigests })) ?? [];
}

/** The manifest, if it is that of the bytes that are installed. */
export async function findManifest(
  client: RegistryClient,
  { name, version, sha256 }: SignedContent,
  signal: AbortSignal,
): Promise<RegistryManifest | undefined> {
  const isGone = (error: unknown): boolean =>
    error instanceof RegistryRequestError && (error.status === 404 || error.status === 410);
  const manifest = await client.manifest(name, version, { signal }).catch(ignore(isGone));
  return manifest?.sha256 === sha256 ? manifest : undefined;
}

/** Registries without signatures may answer anything to a path that they do not know, but they answer. */
function isUnknown(error: unknown): boolean {
  if (!(error instanceof RegistryRequestError)) return false;
  const { reason, status = 0 } = error;
  return reason === 'malformed' || (reason === 'status' && (status === 404 || status === 405));
}
