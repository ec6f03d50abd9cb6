// Publishes one Prime, or finds out whether it could be published: packs it, checks it here and at the registry,
// and stops at a version step that is too small before anything is published.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnavailable, type PublishLimits, type RegistryClient } from '@prime-registry/client';
import { UsageError } from '@prime-registry/command-line';
import { annotateErrors } from '../ci/annotate-errors.ts';
import type { CommandContext } from '../command.ts';
import { createTemporaryFolder } from '../files/temporary.ts';
import { requireChannel } from '../lifecycle/channel-flag.ts';
import { requireEdges } from '../lint/require-edges.ts';
import { openRegistryLogs } from '../log/registry-logs.ts';
import { once } from '../once.ts';
import { type CheckedTarball, checkTarball } from '../pack/check-tarball.ts';
import { packPrime } from '../pack/pack-folder.ts';
import { summarize } from '../pack/pack-summary.ts';
import { unpublishable } from '../pack/read-manifest.ts';
import { reportPacked, warnOfLimits } from '../pack/report-packed.ts';
import { requireFresh } from '../pack/require-fresh.ts';
import { loadAccess } from '../registries/registry-access.ts';
import { getFirst } from '../settings/load-settings.ts';
import { checkOnly, hasToken } from './check-only.ts';
import { reviewFirstPublish } from './first-publish.ts';
import { notPublished, type PublishJob } from './publish-outcome.ts';
import type { PublishAccess, PublishRequest, PublishResult } from './publish-request.ts';
import { publishTarball } from './publish-tarball.ts';
import { findExceeded, findPublishLimits, readLimits } from './registry-limits.ts';
import { reportReceipt } from './report-receipt.ts';
import { requireStep } from './require-step.ts';
import { createKeyFinder, findKept, isSigned, signPublish } from './sign-publish.ts';
import { findSame, nameAgain, publishUnlessThere } from './skip-existing.ts';
import { warnOfRequirements } from './warn-of-requirements.ts';

/** Loads what publishes need. @throws UsageError, ValidationError as loadAccess */
export async function openPublishAccess(
  context: CommandContext,
  flags: Parameters<typeof loadAccess>[1],
): Promise<PublishAccess> {
  const { settings, clientFor, targetFor, signInFor, tokenFor } = await loadAccess(context, flags);
  const known = new Map<string, Promise<PublishLimits | undefined>>();
  const limitsOf: PublishAccess['limitsOf'] = (registry) => {
    const limits = known.get(registry.baseUrl) ?? findPublishLimits(registry, context.signal);
    known.set(registry.baseUrl, limits);
    return limits;
  };
  const openLogs = once(() => openRegistryLogs(context));
  const findSigningKey = createKeyFinder(context, settings);
  return { settings, clientFor, targetFor, signInFor, tokenFor, limitsOf, openLogs, findSigningKey };
}

/**
 * Publishes a folder or a tarball, and shows warnings.
 * @throws ValidationError, PackError if it cannot be published; RegistryRequestError if the registry refuses it
 */
export function publishPrime(
  context: CommandContext,
  access: PublishAccess,
  request: PublishRequest,
): Promise<PublishResult> {
  return annotateErrors(context, request.place, () => checkAndPublish(context, access, request));
}

async function checkAndPublish(
  context: CommandContext,
  access: PublishAccess,
  request: PublishRequest,
): Promise<PublishResult> {
  const { settings } = access;
  const { isDryRun } = request;
  if (!isDryRun) getFirst(settings);
  // Before all other work: a key that is not there is said at once.
  if (isSigned(request, settings))
    await access.findSigningKey(typeof request.sign === 'string' ? request.sign : undefined);
  await using temporary = await createTemporaryFolder();
  const { tarball, path } = await pack(context, request, join(temporary.path, 'prime.tar.gz'));
  const { terminal, signal } = context;
  if (request.allowsStale !== true) requireFresh(tarball, request.place);
  const { place, allowsDangling: isAllowed, siblingAtoms } = request;
  const folder = path === place ? undefined : place;
  reportPacked(tarball, terminal, folder);
  await requireEdges(context, { tarball, place, folder, access, isAllowed, siblingAtoms });
  const { manifest } = tarball;
  await warnOfRequirements(context, { manifest, folder, access, siblings: request.siblings });
  const summary = summarize(tarball);
  if (settings.registries.length === 0 && isDryRun) {
    warnOfLimits(tarball, terminal);
    return { ...summary, registry: null, dry_run: true, checked_by_registry: false };
  }
  const { scope } = tarball.manifest.name;
  // A review is for pull requests, which have no identity that may publish.
  const registry = request.isReview === true ? access.targetFor(scope) : await access.signInFor(scope);
  const told = await askLimits(access, registry, request, tarball);
  const { channel, allowsSmallStep } = request;
  const unsigned: PublishJob = {
    ...{ registry, tarball, path, terminal, signal, openLogs: access.openLogs },
    extras: {
      ...(channel !== undefined && { channel }),
      ...(told !== undefined && !allowsSmallStep && { enforcesVersionRule: true }),
    },
  };
  const present = request.skipsExisting === true ? await findSame(unsigned) : undefined;
  if (present !== undefined) {
    const named = isDryRun ? {} : await nameAgain(unsigned);
    return { ...summary, registry: registry.baseUrl, ...present, ...named, dry_run: isDryRun };
  }
  if (isDryRun) {
    const job = withSignature(unsigned, await signPublish(context, access, unsigned, request));
    // Awaited here: afterwards the packed file is gone.
    return await checkOnly(context, access, { job, request, told, folder });
  }
  if (told === undefined) {
    warnOfLimits(tarball, terminal);
    await requireStep(context, unsigned, { allowsSmallStep, unchecked: undefined });
  }
  await reviewFirstPublish(context, { registry, tarball, isConfirmed: request.isConfirmed === true });
  const signature = await signPublish(context, access, unsigned, request);
  const job = withSignature(unsigned, signature);
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
  const { url, additions } = reportReceipt(published, context, folder);
  if (channel !== undefined) await requireChannel(registry, tarball.manifest, channel, signal);
  const signedBy = signature && (await findKept(job, signature));
  return {
    ...{ ...summary, registry: registry.baseUrl, url, ...additions },
    ...(signedBy !== undefined && signedBy.length > 0 && { signed_by: signedBy }),
    ...(channel !== undefined && { channel }),
    dry_run: false,
  };
}

/** The same publish with a signature. */
function withSignature(job: PublishJob, signature: { readonly armored: string } | undefined): PublishJob {
  if (signature === undefined) return job;
  return { ...job, extras: { ...job.extras, signatures: [signature.armored] } };
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
  const folder = { folder: place, name, version, allowedSecrets, signal };
  return { tarball: await packPrime({ ...folder, temporaryPath }), path: temporaryPath };
}

/**
 * What limits a publish, if the registry says so; asked after all checks that need no request.
 * @throws ValidationError if the tarball exceeds it
 */
async function askLimits(
  { limitsOf, tokenFor }: PublishAccess,
  registry: RegistryClient,
  { place, isDryRun, isReview }: PublishRequest,
  tarball: CheckedTarball,
): Promise<PublishLimits | undefined> {
  if (isReview === true && !hasToken(tokenFor, registry)) return undefined;
  const told = await limitsOf(registry).catch((error: unknown) => {
    throw isUnavailable(error) && !isDryRun ? notPublished(error, tarball) : error;
  });
  const exceeded = told === undefined ? [] : findExceeded(tarball, readLimits(registry, told));
  if (exceeded.length > 0) throw unpublishable(place, exceeded);
  return told;
}
