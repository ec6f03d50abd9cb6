// Finds the outcome of a publish without a receipt, by reading the version from the registry.
import {
  isAborted,
  isNotFound,
  isUnavailable,
  type PrimeToPublish,
  type RegistryClient,
  type RegistryManifest,
  RegistryRequestError,
} from '@prime-registry/client';
import type { PublishReceipt } from '@prime-registry/protocol';
import type { RegistryLogs } from '../log/registry-logs.ts';
import type { CheckedTarball } from '../pack/check-tarball.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { nextVersion } from '../version/next-version.ts';

/** A tarball, and where to send it. */
export interface PublishJob {
  readonly registry: RegistryClient;
  readonly tarball: CheckedTarball;
  /** The file with the tarball. */
  readonly path: string;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Opens the logs of the registries, on demand. */
  readonly openLogs: () => Promise<RegistryLogs>;
  /** What to send with it, beyond the contract. */
  readonly extras?: Pick<PrimeToPublish, 'channel' | 'promotedFrom' | 'enforcesVersionRule' | 'signatures'>;
}

/**
 * The error for a version that exists: whether its content is the same, and which version to publish instead.
 */
export async function explainConflict(
  job: PublishJob,
  error: RegistryRequestError,
): Promise<RegistryRequestError> {
  const published = await readPublished(job);
  return restate(error, describeConflict(job, published === 'unknown' ? undefined : published));
}

/** Whether the publish may have succeeded in spite of an error. */
export function isAnswerLost(error: unknown): error is RegistryRequestError {
  return isUnavailable(error) || (error instanceof RegistryRequestError && error.reason === 'malformed');
}

/**
 * The receipt, if the publish succeeded but its response was lost.
 * @throws RegistryRequestError that says that it failed, or that the outcome is unknown
 */
export async function findOutcome(
  job: PublishJob,
  lost: RegistryRequestError,
  sentBytes: number,
): Promise<PublishReceipt> {
  const { registry, tarball, terminal } = job;
  const subject = subjectOf(job);
  // The registry has not received the complete form.
  if (sentBytes < tarball.sizeBytes) throw notPublished(lost, tarball);
  const published = await readPublished(job);
  if (published === 'unknown') {
    throw restate(
      lost,
      `${lost.message} It is not known whether ${subject} was published. Publish it again: if it exists, prime says so.`,
    );
  }
  if (published === undefined) {
    throw restate(lost, `${lost.message} ${registry.baseUrl} does not have ${subject}. Publish it again.`);
  }
  if (published.sha256 !== tarball.sha256) {
    throw restate(lost, `${lost.message} ${describeConflict(job, published)}`);
  }
  terminal.note(`${lost.message} It has ${subject} with the same content, so the publish succeeded.`);
  const { name, version, sha256, tarball_url: url } = published;
  return { name, version, sha256, url };
}

/** The same failure, saying that nothing was published. */
export function notPublished(
  error: RegistryRequestError,
  { manifest: { name, version } }: CheckedTarball,
): RegistryRequestError {
  return restate(error, `${error.message} ${name.full} ${version.full} was not published.`);
}

/** The manifest of this version in the registry; undefined if it does not exist. */
async function readPublished(job: PublishJob): Promise<RegistryManifest | 'unknown' | undefined> {
  const { registry, tarball, signal } = job;
  const { name, version } = tarball.manifest;
  try {
    return await registry.manifest(name.full, version.full, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (isAborted(error) || !(error instanceof RegistryRequestError)) throw error;
    return 'unknown';
  }
}

/** That the version is taken, with which content, and which version to publish instead. */
export function describeConflict(job: PublishJob, published: RegistryManifest | undefined): string {
  const { registry, tarball } = job;
  const next = nextVersion(tarball.manifest.version);
  const taken = `${subjectOf(job)} is already published at ${registry.baseUrl}`;
  if (published === undefined) return `${taken}. Publish a higher version, such as ${next}.`;
  const yanked = published.yanked ? ' It is yanked, and cannot be used again.' : '';
  if (published.sha256 === tarball.sha256) {
    return `${taken}, with the same content.${yanked} Changes need a higher version, such as ${next}.`;
  }
  return `${taken}, with other content.${yanked} A version is never replaced: publish a higher one, such as ${next}.`;
}

function subjectOf({ tarball }: PublishJob): string {
  const { name, version } = tarball.manifest;
  return `${name.full} ${version.full}`;
}

/** The same failure with another message. */
function restate(error: RegistryRequestError, message: string): RegistryRequestError {
  const { registry, request, reason, status, code, errors } = error;
  const details = { registry, request, reason, errors, ...(status !== undefined && { status }) };
  return new RegistryRequestError(
    message,
    { ...details, ...(code !== undefined && { code }) },
    { cause: error },
  );
}
