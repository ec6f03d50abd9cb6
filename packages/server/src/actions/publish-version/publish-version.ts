// Publishes a version (contract section 4.1), or checks whether it could be published. The order of the checks is
// part of the interface. Before the body is read, the caller has checked the token (401) and whether it may
// publish at all (403). Then come the form with its secrets (400), its size (413), its signatures (400), the scopes of the token (403),
// whether the version exists (409), the version rule if enforced (400), the quota of the scope (403), and whether one of
// its keys must have signed (403).

import { RegistryError } from '@prime-registry/protocol';
import type { AtomStore, LoggedEntry, NewVersion, VersionStore } from '@prime-registry/store';
import type { ReadInventory } from '../../tasks/publish/tarball-reader.ts';
import { requireUnprotected } from '../lifecycle/channels.ts';
import { checkSignatures } from '../signatures/check-signatures.ts';
import {
  createTarballReceiver,
  type ReceiveDeps,
  type ReceivedTarball,
  type TarballLimits,
} from '../tarballs/receive-tarball.ts';
import { type Requester, requesterActs } from '../tokens/act.ts';
import { holderOf } from '../tokens/authenticate-token.ts';
import { requirePrime } from '../tokens/authorize.ts';
import { type CheckedForm, checkForm, type FormChecks } from './check-form.ts';
import { checkVersionStep, type VersionRule, type VersionStep } from './check-version-step.ts';
import { findLeaks, requireNothingShown } from './find-leaks.ts';
import { type FoundInPublish, findOtherSecrets, listForAudit, refuseSecrets } from './other-secrets.ts';
import { type FormPart, readPublishForm } from './publish-form.ts';
import { createRoomCheck, requireRoomSomewhere, type ScopeQuota } from './scope-quota.ts';

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
  /** Its entry in the transparency log; undefined for a check. */
  readonly logged: LoggedEntry | undefined;
}

/** A version that has passed all checks but those of the store. */
interface CheckedVersion extends Omit<PublishedVersion, 'logged'> {
  readonly tarball: ReceivedTarball;
  /** The quota of its scope, for the store. */
  readonly checkRoom: ReturnType<typeof createRoomCheck>;
}

export interface PublishRequest {
  readonly actor: Requester;
  readonly parts: AsyncIterable<FormPart>;
  /** Checks after the upload that the token of the actor is still valid. */
  readonly confirmActor: () => Promise<void>;
}

/**
 * Publishes the version in the form. When it resolves, the version is durable and visible to every reader.
 * A rejected publish leaves nothing behind.
 * @throws RegistryError `invalid_form`, `invalid_manifest`, `invalid_tarball`, `tarball_too_large`,
 *   `invalid_signature`, `signature_required`, `signer_not_allowed`, `secret_found`, `scope_not_allowed`,
 *   `prime_not_allowed`, `channel_protected`, `version_exists`, `version_step_too_small`, `unauthenticated`,
 *   `scope_quota_exceeded`, `storage_unavailable`
 */
export async function publishVersion(deps: PublishDeps, request: PublishRequest): Promise<PublishedVersion> {
  return withCheckedVersion(deps, request, async ({ version, tarball, checkRoom }) => {
    await tarball.store();
    // At last: the store may have to prepare thousands of atoms first.
    const { confirmActor } = request;
    const inserted = await deps.store.insertVersion(version, tarball.commit, checkRoom, confirmActor);
    return inserted.isNew ? { logged: inserted.logged } : undefined;
  });
}

/**
 * Checks whether the version in the form could be published now, and keeps nothing: the tarball is not stored,
 * and the transaction of the store is rolled back.
 * @throws RegistryError as publishVersion does
 */
export async function checkPublish(deps: PublishDeps, request: PublishRequest): Promise<PublishedVersion> {
  const withoutStore = { ...deps, blobs: STORES_NOTHING };
  return withCheckedVersion(withoutStore, request, async ({ version, checkRoom }) => {
    await request.confirmActor();
    return (await deps.store.checkVersion(version, checkRoom)) ? { logged: undefined } : undefined;
  });
}

/** @param finish - the last step, in the store; resolves to undefined if the version is not new */
async function withCheckedVersion(
  deps: PublishDeps,
  { actor, parts }: PublishRequest,
  finish: (checked: CheckedVersion) => Promise<Pick<PublishedVersion, 'logged'> | undefined>,
): Promise<PublishedVersion> {
  const { store, limits, secrets } = deps;
  let discardTarball = async (): Promise<void> => undefined;
  const key = `token ${actor.tokenId}`;
  const receive = createTarballReceiver(deps, key, true);
  await requireRoomSomewhere(store, limits, actor);
  try {
    const form = await readPublishForm(parts, async (body) => {
      const tarball = await receive(body);
      discardTarball = () => tarball.discard();
      return tarball;
    });
    const checked = await checkForm(deps, form, await findLeaks(secrets, form), key);
    const { tarball, sourceManifest } = checked;
    const { name, version: number } = checked.manifest;
    const signed = { name: name.full, version: number.full, sha256: tarball.sha256, sourceManifest };
    const signatures = checkSignatures(form.signatures, signed, (index) => `signature[${index}]`);
    const found = findOtherSecrets(secrets, sourceManifest, {
      manifest: checked.report.manifest,
      secrets: tarball.secrets,
    });
    if (found !== undefined && secrets.search.secretScan === 'enforce') refuseSecrets(found);
    requirePrime(actor, name, number);
    const { enforcesVersionRule, ...options } = form.options;
    if (options.channel !== undefined) {
      // It may have named a version that the token may not touch.
      requirePrime(actor, name, undefined);
      requireUnprotected(deps, actor, options.channel);
    }
    const published = {
      ...toNewVersion(checked, actor, deps.now()),
      ...options,
      ...(signatures.length > 0 && { signatures }),
      secrets: found && listForAudit(found),
    };
    const { isTaken, before } = await store.findPlace(published.name.full, published.version);
    // An early check that saves a lost publish the sync; the store decides who wins a race.
    if (isTaken) throw versionExists(published);
    const { inventory } = tarball;
    await requireNothingShown(secrets, checked.manifest);
    const version = { ...published, inventory };
    const versionRule = enforcesVersionRule ? 'enforce' : deps.versionRule;
    const step =
      inventory && before && (await checkVersionStep({ store, versionRule }, version, before, inventory));
    const checkRoom = createRoomCheck(limits, version.name.scope);
    const result = { version, readmePath: checked.report.readmePath, step, found };
    const finished = await finish({ ...result, tarball, checkRoom });
    if (finished === undefined) throw versionExists(version);
    return { ...result, ...finished };
  } finally {
    await discardTarball();
  }
}

/** For a check: an upload whose bytes go nowhere. */
const STORES_NOTHING: ReceiveDeps['blobs'] = {
  async createUpload() {
    return { async write() {}, async finish() {}, async commit() {}, async discard() {} };
  },
};

function toNewVersion(checked: CheckedForm, actor: Requester, nowMs: number): NewVersion {
  const { manifest, sourceManifest, tarball, report, atoms, namespaces } = checked;
  const { name, version, description, license, primeVersion, tags, requires } = manifest;
  return {
    ...{ name, version, description, license, primeVersion, atoms, namespaces, tags, requires },
    publishedAtMs: nowMs,
    sha256: tarball.sha256,
    sizeBytes: tarball.sizeBytes,
    sourceManifest,
    readme: report.readme,
    publishedBy: actor.tokenId,
    holder: holderOf(actor),
    provenance: actor.provenance,
    act: requesterActs('publish', nowMs, actor),
  };
}

function versionExists({ name, version }: NewVersion): RegistryError {
  return new RegistryError('version_exists', {
    detail: `${name.full} ${version.full} is already published, and a version is never replaced; publish a higher version.`,
  });
}
