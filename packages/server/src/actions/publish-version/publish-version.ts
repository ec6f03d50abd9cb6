// Publishes a version (contract section 4.1). The order of the checks is part of the interface. Before the body
// is read, the caller has checked the token (401) and whether it may publish at all (403). Then come the form
// with its secrets (400), its size (413), the scopes of the token (403), whether the version exists (409),
// the version rule if enforced (400), and the quota of the scope (403).

import { RegistryError } from '@prime-registry/protocol';
import type { AtomStore, NewVersion, VersionStore } from '@prime-registry/store';
import type { ReadInventory } from '../../tasks/tarball-reader.ts';
import { requireUnprotected } from '../lifecycle/channels.ts';
import { createTarballReceiver, type ReceiveDeps, type TarballLimits } from '../tarballs/receive-tarball.ts';
import { type Requester, requesterActs } from '../tokens/act.ts';
import { requireScope } from '../tokens/authorize.ts';
import { type CheckedForm, checkForm, type FormChecks } from './check-form.ts';
import { checkVersionStep, type VersionRule, type VersionStep } from './check-version-step.ts';
import {
  type FoundInPublish,
  findLeaks,
  findOtherSecrets,
  listForAudit,
  refuseSecrets,
  requireNothingShown,
} from './find-leaks.ts';
import { type FormPart, readPublishForm } from './publish-form.ts';
import { createRoomCheck, requireRoomSomewhere, type ScopeQuota } from './scope-quota.ts';

/** What a publish works with. */
export interface PublishDeps extends ReceiveDeps, FormChecks {
  readonly store: VersionStore & Pick<AtomStore, 'findComparedRows'>;
  /** Channels that only an admin token may set. */
  readonly protectedChannels: ReadonlySet<string>;
  readonly limits: TarballLimits & ScopeQuota;
  readonly versionRule: VersionRule;
  readonly now: () => number;
}

/** What was published, and what its author should know about it. */
export interface PublishedVersion {
  readonly version: NewVersion & { readonly inventory?: ReadInventory | undefined };
  /** The name of the README, if there is one. */
  readonly readmePath: string | undefined;
  /** Undefined if there is no version before it, or that one has no inventory. */
  readonly step: VersionStep | undefined;
  /** What looks like a secret; undefined if there is nothing. */
  readonly found: FoundInPublish | undefined;
}

/**
 * Publishes the version in the form. When it resolves, the version is durable and visible to every reader.
 * When it rejects, nothing of it is left.
 * @param confirmActor - checks after the upload that the token of the actor is still valid
 * @throws RegistryError `invalid_form`, `invalid_manifest`, `invalid_tarball`, `tarball_too_large`,
 *   `secret_found`, `scope_not_allowed`, `channel_protected`, `version_exists`, `version_step_too_small`, `unauthenticated`,
 *   `scope_quota_exceeded`, `storage_unavailable`
 */
export async function publishVersion(
  deps: PublishDeps,
  actor: Requester,
  parts: AsyncIterable<FormPart>,
  confirmActor: () => Promise<void>,
): Promise<PublishedVersion> {
  const { store, limits, secrets } = deps;
  let discardTarball = async (): Promise<void> => undefined;
  const key = `token ${actor.tokenId}`;
  const receive = createTarballReceiver(deps, key);
  await requireRoomSomewhere(store, limits, actor);
  try {
    const form = await readPublishForm(parts, async (body) => {
      const tarball = await receive(body);
      discardTarball = () => tarball.discard();
      return tarball;
    });
    const checked = await checkForm(deps, form, await findLeaks(secrets, form), key);
    const found = findOtherSecrets(secrets, checked.sourceManifest, {
      manifest: checked.report.manifest,
      secrets: checked.tarball.secrets,
    });
    if (found !== undefined && secrets.search.secretScan === 'enforce') refuseSecrets(found);
    requireScope(actor, checked.manifest.name.scope);
    const { channel } = form.options;
    if (channel !== undefined) requireUnprotected(deps, actor, channel);
    const published = {
      ...toNewVersion(checked, actor, deps.now()),
      ...form.options,
      secrets: found && listForAudit(found),
    };
    const { isTaken, before } = await store.findPlace(published.name.full, published.version);
    // An early check that saves a lost publish the sync; the store decides who wins a race.
    if (isTaken) throw versionExists(published);
    const { upload, sha256, inventory } = checked.tarball;
    await requireNothingShown(secrets, checked.manifest);
    const version = { ...published, inventory };
    const step = inventory && before && (await checkVersionStep(deps, version, before, inventory));
    await upload.finish(sha256);
    await confirmActor();
    const checkRoom = createRoomCheck(limits, version.name.scope);
    const isNew = await store.insertVersion(version, () => upload.commit(), checkRoom);
    if (!isNew) throw versionExists(version);
    return { version, readmePath: checked.report.readmePath, step, found };
  } finally {
    await discardTarball();
  }
}

function toNewVersion(checked: CheckedForm, actor: Requester, nowMs: number): NewVersion {
  const { manifest, sourceManifest, tarball, report, atoms, namespaces } = checked;
  return {
    name: manifest.name,
    version: manifest.version,
    publishedAtMs: nowMs,
    sha256: tarball.sha256,
    sizeBytes: tarball.sizeBytes,
    description: manifest.description,
    license: manifest.license,
    primeVersion: manifest.primeVersion,
    atoms,
    namespaces,
    tags: manifest.tags,
    requires: manifest.requires,
    sourceManifest,
    readme: report.readme,
    publishedBy: actor.tokenId,
    act: requesterActs('publish', nowMs, actor),
  };
}

function versionExists({ name, version }: NewVersion): RegistryError {
  return new RegistryError('version_exists', {
    detail: `${name.full} ${version.full} is already published, and a version is never replaced; publish a higher version.`,
  });
}
