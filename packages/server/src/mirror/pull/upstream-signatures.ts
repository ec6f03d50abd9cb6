// The signatures of versions of upstreams. A mirror hands them on: the keys are those of other people's scopes, so it only
// verifies that a signature is one of the bytes that it has.
import type { PrimeName, Version } from '@prime-registry/protocol';
import { fingerprintOf, parseSignature } from '@prime-registry/sshsig';
import type { NewSignature, SignatureRecord, VersionRecord } from '@prime-registry/store';
import { judgeSignatures, type SignedVersion } from '../../actions/signatures/check-signatures.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { type FindingDeps, findElsewhere } from './mirrored-manifests.ts';

/**
 * The signatures of a version; of one that is not here yet, as an upstream has them: nobody has verified those.
 * @returns undefined if there is no such version
 * @throws RegistryError `upstream_unavailable`
 */
export async function findSignatures(
  deps: FindingDeps,
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
  deps: FindingDeps,
  name: PrimeName,
  version: Version,
): Promise<string | undefined> {
  const found = await findElsewhere(deps, name, version);
  return found?.upstream.fetchSourceManifest(name.full, found.manifest.version);
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
