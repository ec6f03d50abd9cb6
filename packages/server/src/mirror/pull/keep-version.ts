// Stores a pulled version as a publish would. Its digest is verified already; where its contents contradict
// its manifest, it is refused.

import type { BlobStore } from '@prime-registry/blobs';
import {
  type FieldProblem,
  getValue,
  type Manifest,
  type PrimeName,
  parseVersion,
  RegistryError,
} from '@prime-registry/protocol';
import type { NewVersion, OriginProof, VersionRecord, VersionStore } from '@prime-registry/store';
import type { Calls } from '@prime-registry/threads';
import { findOtherSecrets, findShownTokens, listForAudit } from '../../actions/publish-version/find-leaks.ts';
import {
  createTarballReceiver,
  type ReceiveDeps,
  type ReceivedTarball,
} from '../../actions/tarballs/receive-tarball.ts';
import type { CheckManifestTask } from '../../tasks/publish/check-manifest-task.ts';
import type { ManifestReader } from '../../tasks/publish/manifest-reader.ts';
import { mirrorActs } from '../mirror-acts.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { refuseInvalid, refuseTokens, refuseTooLarge } from './inspect-pulled.ts';
import { askForSignatures, keepGood } from './upstream-signatures.ts';

/** The dependencies of storing. */
export interface KeepDeps extends ReceiveDeps {
  readonly blobs: Pick<BlobStore, 'createUpload' | 'read'>;
  readonly manifestReader: ManifestReader;
  readonly store: Pick<VersionStore, 'insertVersion'>;
  /** Called with the places of what looks like secrets, as in `docs/a.md:3 github-token`. */
  readonly onSecrets: (name: string, version: string, places: readonly string[]) => void;
  readonly now: () => number;
}

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

/**
 * Stores a version, unless it is here already.
 * @returns whether it is new
 * @throws RegistryError `upstream_mismatch` if the tarball contradicts the manifest, `tarball_too_large`,
 *   `name_of_another_registry` if the name belongs to this registry in the meantime, `storage_unavailable`
 */
export async function keepVersion(
  deps: KeepDeps,
  toKeep: VersionToKeep,
  body: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const { name, record, upstream } = toKeep;
  const exact = record.version;
  refuseTooLarge(deps.limits, record, record.sizeBytes);
  // Not part of the contract: if the upstream does not have it, the version is complete without it.
  const published = upstream.fetchSourceManifest(name.full, exact).catch(() => undefined);
  const signing = askForSignatures(upstream, record);
  // Awaited after the tarball. If the upstream does not answer, the version is not kept, and pulled again.
  signing.catch(() => undefined);
  const tarball = await createTarballReceiver(deps, `upstream ${upstream.url}`, false)(body);
  try {
    refuseTooLarge(deps.limits, record, tarball.sizeBytes);
    const version = await toNewVersion(deps, toKeep, await published, tarball);
    const signatures = keepGood(await signing, { ...version, name: name.full, version: exact });
    const inManifest = deps.secrets.findIn(version.sourceManifest);
    const tokens = [...tarball.secrets.tokens, ...inManifest, ...findShownTokens(deps.secrets, version)];
    const label = { name: name.full, version: exact, url: upstream.url };
    await refuseTokens(deps.secrets, { ...label, ...tarball.secrets, tokens });
    const { inventory } = tarball;
    await tarball.store();
    const found = findOtherSecrets(deps.secrets, version.sourceManifest, {
      manifest: version.sourceManifest,
      secrets: tarball.secrets,
    });
    const secrets = found && listForAudit(found);
    const insert = { ...version, inventory, secrets, ...(signatures.length > 0 && { signatures }) };
    const { isNew } = await deps.store.insertVersion(insert, tarball.commit);
    if (isNew && secrets !== undefined) deps.onSecrets(name.full, exact, secrets);
    return isNew;
  } finally {
    await tarball.discard();
  }
}

async function toNewVersion(
  { manifestReader, now }: Pick<KeepDeps, 'manifestReader' | 'now'>,
  toKeep: VersionToKeep,
  sourceManifest: string | undefined,
  tarball: ReceivedTarball,
): Promise<NewVersion> {
  const { name, record } = toKeep;
  const origin = toKeep.upstream.url;
  const { inspection, sizeBytes, sha256 } = tarball;
  const { name: full, version: exact } = record;
  refuseInvalid(inspection, { name: full, version: exact, sizeBytes, url: origin });
  const report = inspection?.ok === true ? inspection.report : undefined;
  const packed = report?.manifest;
  const published = sourceManifest === undefined ? undefined : Buffer.from(sourceManifest);
  const manifestBytes = (packed?.length ?? 0) + (published?.length ?? 0);
  const { source, manifest } = await manifestReader.use(manifestBytes, `upstream ${origin}`, (call) =>
    chooseManifest(call, toKeep, { published, packed }),
  );
  const act = mirrorActs('mirror', now(), origin);
  return {
    ...record,
    ...{
      name,
      version: getValue(parseVersion(exact)),
      sizeBytes,
      sha256,
      origin,
      act,
      originProof: toKeep.originProof,
    },
    tags: manifest?.tags ?? [],
    sourceManifest: source ?? describe(record),
    readme: report?.readme,
    publishedBy: act.actorId,
    yank:
      record.yankedAtMs === undefined
        ? undefined
        : { atMs: record.yankedAtMs, by: act.actorId, reason: record.yankReason },
  };
}

/** The manifests of a version: as it was published, and as it is in the tarball. */
interface Manifests {
  readonly published: Uint8Array | undefined;
  readonly packed: Uint8Array | undefined;
}

/** The first readable manifest. @throws RegistryError `upstream_mismatch` if one contradicts the record */
async function chooseManifest(
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
function describe(record: VersionRecord): Uint8Array {
  const { name, version, description, license, primeVersion, atoms, namespaces, requires } = record;
  const texts = { name, version, description, license, 'prime-version': primeVersion };
  const fields = { ...texts, atoms, namespaces, requires };
  return Buffer.from(`${JSON.stringify(fields, null, 2)}\n`);
}
