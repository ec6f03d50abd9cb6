// The signatures of versions of upstreams. A mirror hands them on: the keys are those of other people's scopes, so it only
// verifies that a signature is one of the bytes that it has.
import type { PrimeName, Version } from '@prime-registry/protocol';
import { fingerprintOf, parseSignature } from '@prime-registry/sshsig';
import type { NewSignature, RegistryStore, SignatureRecord, VersionRecord } from '@prime-registry/store';
import { judgeSignatures, type SignedVersion } from '../../actions/signatures/check-signatures.ts';
import { listSuppliers, type SupplierDeps } from '../suppliers.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import type { MirroredManifests } from './mirrored-manifests.ts';

export interface SignatureDeps extends SupplierDeps {
  readonly store: RegistryStore;
  readonly manifests: Pick<MirroredManifests, 'find'>;
}

/**
 * The signatures of a version; of one that is not here yet, as an upstream has them: nobody has verified those.
 * @returns undefined if there is no such version
 * @throws RegistryError `upstream_unavailable`
 */
export async function findSignatures(
  deps: SignatureDeps,
  name: PrimeName,
  version: Version,
): Promise<readonly SignatureRecord[] | undefined> {
  const { store } = deps;
  if ((await store.findVersion(name.full, version)) !== undefined)
    return store.listSignatures(name.full, version);
  const found = await findElsewhere(deps, name, version);
  if (found === undefined) return undefined;
  const { upstream, manifest } = found;
  const told = await askForSignatures(upstream, { ...manifest, signedBy: manifest.signed_by });
  return told.flatMap(readUnverified);
}

/** A signature of bytes that are not here: only its form is checked. */
function readUnverified(told: SignatureRecord): SignatureRecord[] {
  const parsed = parseSignature(told.armored);
  if (!parsed.ok) return [];
  const { key, armored } = parsed.value;
  return [{ ...told, fingerprint: fingerprintOf(key), armored }];
}

/**
 * The pack.yaml of a version that is not here yet, which signatures are of.
 * @returns undefined if there is no such version, or the upstream does not offer it
 * @throws RegistryError `upstream_unavailable`
 */
export async function findComingManifest(
  deps: SignatureDeps,
  name: PrimeName,
  version: Version,
): Promise<string | undefined> {
  const found = await findElsewhere(deps, name, version);
  return found?.upstream.fetchSourceManifest(name.full, found.manifest.version);
}

async function findElsewhere(deps: SignatureDeps, name: PrimeName, version: Version) {
  const suppliers = await listSuppliers(deps, name);
  return suppliers.length === 0 ? undefined : deps.manifests.find(name, version, suppliers);
}

/** What an upstream has to say about the signatures of a version; nothing is asked for if its manifest names no key. */
export async function askForSignatures(
  upstream: Pick<Upstream, 'fetchSignatures'>,
  { name, version, signedBy = [] }: Pick<VersionRecord, 'name' | 'version' | 'signedBy'>,
): Promise<readonly SignatureRecord[]> {
  return signedBy.length === 0 ? [] : ((await upstream.fetchSignatures(name, version)) ?? []);
}

/** The signatures that are good ones of the bytes that are here. Whose keys they are is for readers. */
export function keepGood(told: readonly SignatureRecord[], version: SignedVersion): readonly NewSignature[] {
  const texts = told.map(({ armored }) => Buffer.from(armored));
  const { good } = judgeSignatures(texts, version, (index) => `signatures[${index}]`);
  return good.map((signature) => {
    const { signedAtMs = 0 } = told.find(({ fingerprint }) => fingerprint === signature.fingerprint) ?? {};
    return { ...signature, before: { signedAtMs, principal: undefined } };
  });
}
