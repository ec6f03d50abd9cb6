// Adds a signature to a version that is published already.
import { type PrimeName, RegistryError, type Version } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { requireOwnPrime } from '../lifecycle/require-own-prime.ts';
import { versionNotFound } from '../not-found.ts';
import { type Requester, requesterActs } from '../tokens/act.ts';
import { checkSignatures } from './check-signatures.ts';

export interface AddSignatureDeps {
  readonly store: RegistryStore;
  readonly now: () => number;
}

export interface AddSignatureRequest {
  readonly actor: Requester;
  readonly name: PrimeName;
  readonly version: Version;
  /** The text of the signature. */
  readonly signature: Uint8Array;
}

/**
 * Adds a signature.
 * @returns whether the version had none of its key
 * @throws RegistryError of requireOwnPrime, `version_not_found`, `version_removed`, `invalid_signature`,
 *   `signer_not_allowed`, `invalid_request`
 */
export async function addSignature(
  { store, now }: AddSignatureDeps,
  request: AddSignatureRequest,
): Promise<boolean> {
  const { actor, name, version } = request;
  await requireOwnPrime({ store }, request, 'publish', version);
  const record = await store.findVersion(name.full, version);
  const sourceManifest = record && (await store.findSourceManifest(name.full, version));
  if (record === undefined || sourceManifest === undefined) throw await versionNotFound(store, name, version);
  const signed = { name: name.full, version: record.version, sha256: record.sha256, sourceManifest };
  const [signature] = checkSignatures([request.signature], signed, () => 'signature');
  if (signature === undefined)
    throw new RegistryError('invalid_signature', { detail: 'There is no signature.' });
  const act = requesterActs('sign', now(), actor);
  const outcome = await store.addSignature({ ...signature, name: name.full, version, act });
  // It was removed in the meantime.
  if (outcome === undefined) throw await versionNotFound(store, name, version);
  return outcome === 'added';
}
