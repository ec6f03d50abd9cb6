// Chooses the manifest of a pulled version, which must not contradict what the upstream said of it.
import { type FieldProblem, type Manifest, type PrimeName, RegistryError } from '@prime-registry/protocol';
import type { OriginProof, VersionRecord } from '@prime-registry/store';
import type { Calls } from '@prime-registry/threads';
import type { CheckManifestTask } from '../../tasks/publish/check-manifest-task.ts';
import type { Upstream } from '../upstreams/upstream.ts';

/** A version of an upstream, as its manifest describes it. */
export interface VersionToKeep {
  readonly name: PrimeName;
  /** Its version is kept as it is spelled there: a reader may have asked for it with any build metadata. */
  readonly record: VersionRecord;
  /** The upstream that it comes from. */
  readonly upstream: Pick<Upstream, 'url' | 'fetchSourceManifest' | 'fetchSignatures'>;
  /** The proof that it is in a log there; undefined if there is none. */
  readonly originProof: OriginProof | undefined;
}

/** The manifests of a version: as it was published, and as it is in the tarball. */
interface Manifests {
  readonly published: Uint8Array | undefined;
  readonly packed: Uint8Array | undefined;
}

/** The first readable manifest. @throws RegistryError `upstream_mismatch` if one contradicts the record */
export async function chooseManifest(
  call: Calls<CheckManifestTask>,
  toKeep: VersionToKeep,
  { published, packed }: Manifests,
): Promise<{ source?: Uint8Array; manifest?: Manifest }> {
  // Without requirements in its manifest, the upstream may be one that does not read them.
  const options = { withoutRequires: toKeep.record.requires === undefined };
  for (const text of [packed, published]) {
    if (text !== undefined) refuseFirst(toKeep, await call('compareFields', fieldsOf(toKeep), text, options));
  }
  if (packed !== undefined && published !== undefined) {
    refuseFirst(toKeep, await call('compareOthers', published, packed));
  }
  for (const source of [published, packed]) {
    const parsed = source && (await call('parse', source, options));
    if (!source || !parsed || !('manifest' in parsed)) continue;
    refuseFirst(toKeep, findOtherRequires(toKeep.record, parsed.manifest));
    return { source, manifest: parsed.manifest };
  }
  return {};
}

/** People read the pack.yaml, and clients install what the manifest requires. */
function findOtherRequires({ requires }: VersionRecord, { requires: packed }: Manifest): FieldProblem[] {
  if (requires === undefined || JSON.stringify(requires) === JSON.stringify(packed)) return [];
  return [{ field: 'requires', message: 'differs from its pack.yaml' }];
}

function fieldsOf({ record }: Pick<VersionToKeep, 'record'>) {
  const { name, version, description, license, primeVersion, atoms, namespaces, sha256 } = record;
  return {
    name,
    version,
    description,
    license,
    atoms,
    namespaces,
    sha256,
    'prime-version': primeVersion,
  };
}

function refuseFirst(
  { record: { name, version }, upstream }: Pick<VersionToKeep, 'record' | 'upstream'>,
  [first]: readonly FieldProblem[],
): void {
  if (first === undefined) return;
  const detail = `${upstream.url} sent a tarball of ${name} ${version} that contradicts its manifest: ${first.field} ${first.message}.`;
  throw new RegistryError('upstream_mismatch', { detail });
}

/** A manifest from the known fields, for a version without a pack.yaml. It is JSON, which is YAML too. */
export function describe(record: VersionRecord): Uint8Array {
  const { name, version, description, license, primeVersion, atoms, namespaces, requires } = record;
  const texts = { name, version, description, license, 'prime-version': primeVersion };
  const fields = { ...texts, atoms, namespaces, requires };
  return Buffer.from(`${JSON.stringify(fields, null, 2)}\n`);
}
