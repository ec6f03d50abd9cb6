// Publishes one Prime, or finds out whether it could be published: packs it, checks it here and at the registry,
// and stops at a version step that is too small before anything is published.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isNotFound, isUnavailable, type PublishLimits, type RegistryClient } from '@prime-registry/client';
import { UsageError } from '@prime-registry/command-line';
import type { PrimeName, PublishReceipt } from '@prime-registry/protocol';
import { reportStep } from '../atoms/show-diff.ts';
import type { CommandContext } from '../command.ts';
import { createTemporaryFolder } from '../files/temporary.ts';
import { requireChannel } from '../lifecycle/channel-flag.ts';
import { type EdgeCheck, requireEdges } from '../lint/require-edges.ts';
import { type CheckedTarball, checkTarball } from '../pack/check-tarball.ts';
import { packFolder } from '../pack/pack-folder.ts';
import { type PackSummary, summarize } from '../pack/pack-summary.ts';
import { readManifest, unpublishable } from '../pack/read-manifest.ts';
import { setManifestVersion } from '../pack/rename-manifest.ts';
import { reportHidden } from '../pack/report-hidden.ts';
import { reportPacked, warnOfLimits } from '../pack/report-packed.ts';
import { reportSecrets } from '../pack/report-secrets.ts';
import { requireFresh } from '../pack/require-fresh.ts';
import { loadAccess, type RegistryAccess } from '../registries/registry-access.ts';
import { getFirst } from '../settings/load-settings.ts';
import { reviewFirstPublish } from './first-publish.ts';
import { notPublished, type PublishJob } from './publish-outcome.ts';
import { checkAtRegistry, publishTarball } from './publish-tarball.ts';
import { findExceeded, findPublishLimits, readLimits } from './registry-limits.ts';
import { requireStep } from './require-step.ts';
import { findSame, nameAgain, publishUnlessThere } from './skip-existing.ts';

/** A publish: the receipt of the registry, and the contents of the tarball. */
export interface PublishResult extends PackSummary {
  /** The base URL of the registry; null if none is configured, which only `--dry-run` allows. */
  readonly registry: string | null;
  /** Path of the tarball at the registry; absent with `--dry-run`. */
  readonly url?: string;
  /** Whether the version number is high enough for the changes, if that is known. */
  readonly step?: NonNullable<PublishReceipt['atoms']>['step'];
  /** What looks like a secret to the registry; some registries report it. */
  readonly secrets?: PublishReceipt['secrets'];
  /** Characters of manifest and README that nobody sees; some registries report them. */
  readonly hidden_characters?: PublishReceipt['hidden_characters'];
  /** The channel that names the version now. */
  readonly channel?: string;
  /** Set if the registry had the version before, with the same content. */
  readonly already_there?: true;
  /** Whether nothing was published. */
  readonly dry_run: boolean;
  /** With `--dry-run`: whether the registry has checked everything that it checks at a publish. */
  readonly checked_by_registry?: boolean;
}

/** A Prime to publish. */
export interface PublishRequest {
  /** Absolute path of a folder or a tarball. */
  readonly place: string;
  /** The name to publish a folder under, if it is not that of its pack.yaml. */
  readonly name?: PrimeName | undefined;
  /** The version to check a folder as, if it is not that of its pack.yaml. */
  readonly version?: string | undefined;
  readonly channel?: string | undefined;
  readonly allowedSecrets: ReadonlySet<string>;
  /** Whether edges within the Prime may lead nowhere. */
  readonly allowsDangling: boolean;
  /** The atoms of Primes that are published together with this one; see requireEdges. */
  readonly siblingAtoms?: EdgeCheck['siblingAtoms'];
  readonly isDryRun: boolean;
  /** Whether a version step that is too small is only reported. */
  readonly allowsSmallStep: boolean;
  /** Whether a compiled form of other sources is only reported. */
  readonly allowsStale?: boolean;
  /** Whether it is fine if the registry has the version with the same content. */
  readonly skipsExisting?: boolean;
  /** Whether the author has confirmed a first publish already. */
  readonly isConfirmed?: boolean;
}

/** The registries of a command that publishes. Each is asked once for its limits. */
export interface PublishAccess extends Pick<RegistryAccess, 'settings' | 'clientFor' | 'targetFor'> {
  /** See findPublishLimits. */
  readonly limitsOf: (registry: RegistryClient) => Promise<PublishLimits | undefined>;
}

/** Loads what publishes need. @throws UsageError, ValidationError as loadAccess */
export async function openPublishAccess(
  context: CommandContext,
  flags: Parameters<typeof loadAccess>[1],
): Promise<PublishAccess> {
  const { settings, clientFor, targetFor } = await loadAccess(context, flags);
  const known = new Map<string, Promise<PublishLimits | undefined>>();
  const limitsOf: PublishAccess['limitsOf'] = (registry) => {
    const limits = known.get(registry.baseUrl) ?? findPublishLimits(registry, context.signal);
    known.set(registry.baseUrl, limits);
    return limits;
  };
  return { settings, clientFor, targetFor, limitsOf };
}

/**
 * Publishes a folder or a tarball, and shows warnings.
 * @throws ValidationError, PackError if it cannot be published; RegistryRequestError if the registry refuses it
 */
export async function publishPrime(
  context: CommandContext,
  access: PublishAccess,
  request: PublishRequest,
): Promise<PublishResult> {
  const { settings } = access;
  const { isDryRun } = request;
  if (!isDryRun) getFirst(settings);
  await using temporary = await createTemporaryFolder();
  const { tarball, path } = await pack(context, request, join(temporary.path, 'prime.tar.gz'));
  const { terminal, signal } = context;
  if (request.allowsStale !== true) requireFresh(tarball, request.place);
  reportPacked(tarball, terminal);
  const { place, allowsDangling: isAllowed, siblingAtoms } = request;
  await requireEdges(context, { tarball, place, access, isAllowed, siblingAtoms });
  const summary = summarize(tarball);
  if (settings.registries.length === 0 && isDryRun) {
    warnOfLimits(tarball, terminal);
    return { ...summary, registry: null, dry_run: true, checked_by_registry: false };
  }
  const registry = access.targetFor(tarball.manifest.name.scope);
  const told = await askLimits(access, registry, request, tarball);
  const { channel, allowsSmallStep } = request;
  const job: PublishJob = {
    ...{ registry, tarball, path, terminal, signal },
    extras: {
      ...(channel !== undefined && { channel }),
      ...(told !== undefined && !allowsSmallStep && { enforcesVersionRule: true }),
    },
  };
  const present = request.skipsExisting === true ? await findSame(job) : undefined;
  if (present !== undefined) {
    const named = isDryRun ? {} : await nameAgain(job);
    return { ...summary, registry: registry.baseUrl, ...present, ...named, dry_run: isDryRun };
  }
  const receipt = told && isDryRun ? await checkIfOffered(job) : undefined;
  const asksNobody = isDryRun ? receipt === undefined : told === undefined;
  if (asksNobody) {
    if (told === undefined) warnOfLimits(tarball, terminal);
    await requireStep(context, job, { allowsSmallStep, isDryRun });
  }
  if (isDryRun) {
    const seen = receipt && report(receipt, context);
    const result = { ...summary, registry: registry.baseUrl, ...seen?.additions };
    return { ...result, dry_run: true, checked_by_registry: receipt !== undefined };
  }
  await reviewFirstPublish(context, { registry, tarball, isConfirmed: request.isConfirmed === true });
  const published = await (request.skipsExisting === true ? publishUnlessThere(job) : publishTarball(job));
  if ('already_there' in published) {
    return {
      ...summary,
      registry: registry.baseUrl,
      ...published,
      ...(await nameAgain(job)),
      dry_run: false,
    };
  }
  const { url, additions } = report(published, context);
  if (channel !== undefined) await requireChannel(registry, tarball.manifest, channel, signal);
  return {
    ...{ ...summary, registry: registry.baseUrl, url, ...additions },
    ...(channel !== undefined && { channel }),
    dry_run: false,
  };
}

/** Packs a folder into the file, or checks a tarball. @returns the path of the tarball, and what it contains */
async function pack(
  { signal }: CommandContext,
  { place, name, version, allowedSecrets }: PublishRequest,
  temporaryPath: string,
): Promise<{ tarball: CheckedTarball; path: string }> {
  const isFile = (await stat(place).catch(() => undefined))?.isFile() === true;
  if (isFile) {
    if (name !== undefined) throw new UsageError('--name is for folders; a tarball is sent as it is');
    const secrets = { allowed: allowedSecrets, judgesNames: true };
    return { tarball: await checkTarball(createReadStream(place), { place, secrets, signal }), path: place };
  }
  const { bytes } = await readManifest(place, name);
  const manifestBytes = version === undefined ? bytes : setManifestVersion(bytes, version);
  const folder = { folder: place, manifestBytes, allowedSecrets, signal };
  return { tarball: await packFolder({ ...folder, temporaryPath }), path: temporaryPath };
}

/**
 * What limits a publish, if the registry says so; asked after all checks that need no request.
 * @throws ValidationError if the tarball exceeds it
 */
async function askLimits(
  { limitsOf }: PublishAccess,
  registry: RegistryClient,
  { place, isDryRun }: PublishRequest,
  tarball: CheckedTarball,
): Promise<PublishLimits | undefined> {
  const told = await limitsOf(registry).catch((error: unknown) => {
    throw isUnavailable(error) && !isDryRun ? notPublished(error, tarball) : error;
  });
  const exceeded = told === undefined ? [] : findExceeded(tarball, readLimits(registry, told));
  if (exceeded.length > 0) throw unpublishable(place, exceeded);
  return told;
}

/** The receipt of a check; undefined if the registry does not check. */
async function checkIfOffered(job: PublishJob): Promise<PublishReceipt | undefined> {
  try {
    return await checkAtRegistry(job);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Warns of what a receipt says, and returns it for the result. */
function report(
  { url, atoms, secrets, hidden_characters }: PublishReceipt,
  { terminal }: CommandContext,
): { url: string; additions: Pick<PublishResult, 'step' | 'secrets' | 'hidden_characters'> } {
  const step = atoms?.step;
  if (secrets !== undefined) reportSecrets(secrets, terminal);
  if (hidden_characters !== undefined) reportHidden(hidden_characters, terminal);
  if (step?.rule.respected === false) reportStep(step.rule, terminal);
  return {
    url,
    additions: {
      ...(step && { step }),
      ...(secrets && { secrets }),
      ...(hidden_characters && { hidden_characters }),
    },
  };
}
