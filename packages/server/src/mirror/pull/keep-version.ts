// Stores a pulled version as a publish would. Its digest is verified already; where its contents contradict
// its manifest, it is refused.

import type { BlobStore } from '@prime-registry/blobs';
import { getValue, parseVersion } from '@prime-registry/protocol';
import type { NewVersion, VersionStore } from '@prime-registry/store';
import { findShownTokens } from '../../actions/publish-version/find-leaks.ts';
import { listOtherSecrets } from '../../actions/publish-version/other-secrets.ts';
import {
  createTarballReceiver,
  type ReceiveDeps,
  type ReceivedTarball,
} from '../../actions/tarballs/receive-tarball.ts';
import type { ManifestReader } from '../../tasks/publish/manifest-reader.ts';
import { mirrorActs } from '../mirror-acts.ts';
import { chooseManifest, describe, type VersionToKeep } from './choose-manifest.ts';
import { refuseInvalid, refuseTokens, refuseTooLarge } from './inspect-pulled.ts';
import { askForSignatures, keepGood } from './upstream-signatures.ts';

export interface KeepDeps extends ReceiveDeps {
  readonly blobs: Pick<BlobStore, 'createUpload' | 'read'>;
  readonly manifestReader: ManifestReader;
  readonly store: Pick<VersionStore, 'insertVersion'>;
  /** Called with the places of what looks like secrets, as in `docs/a.md:3 github-token`. */
  readonly onSecrets: (name: string, version: string, places: readonly string[]) => void;
  readonly now: () => number;
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
    const secrets = listOtherSecrets(deps.secrets, version.sourceManifest, tarball.secrets);
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
