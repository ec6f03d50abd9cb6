// What became of a publish that was not answered with a receipt: the registry is asked what it has.
import {
  isAborted,
  isNotFound,
  isUnavailable,
  type RegistryClient,
  type RegistryManifest,
  RegistryRequestError,
} from '@prime-registry/client';
import type { PublishReceipt } from '@prime-registry/protocol';
import type { Terminal } from '../terminal/terminal.ts';
import type { CheckedTarball } from './check-tarball.ts';
import { nextVersion } from './next-version.ts';

/** A tarball, and where to send it. */
export interface PublishJob {
  readonly registry: RegistryClient;
  readonly tarball: CheckedTarball;
  /** The file that holds it. */
  readonly path: string;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** The error for a version that is taken: whether by the same content, and which version to publish instead. */
export async function explainConflict(
  job: PublishJob,
  error: RegistryRequestError,
): Promise<RegistryRequestError> {
  const published = await readPublished(job);
  return restate(error, describeConflict(job, published === 'unknown' ? undefined : published));
}

/** Whether an error leaves open if the publish was carried out. */
export function isAnswerLost(error: unknown): error is RegistryRequestError {
  return isUnavailable(error) || (error instanceof RegistryRequestError && error.reason === 'malformed');
}

/**
 * The receipt, if the publish was carried out although its answer was lost.
 * @throws RegistryRequestError that says whether it was not, or that it is not known
 */
export async function findOutcome(
  job: PublishJob,
  lost: RegistryRequestError,
  sentBytes: number,
): Promise<PublishReceipt> {
  const { registry, tarball, terminal } = job;
  const subject = subjectOf(job);
  // The registry never had the whole form.
  if (sentBytes < tarball.sizeBytes) throw restate(lost, `${lost.message} ${subject} was not published.`);
  const published = await readPublished(job);
  if (published === 'unknown') {
    throw restate(
      lost,
      `${lost.message} Whether ${subject} was published is not known. Publish it again: if it was, you are told so.`,
    );
  }
  if (published === undefined) {
    throw restate(lost, `${lost.message} ${registry.baseUrl} does not have ${subject}. Publish it again.`);
  }
  if (published.sha256 !== tarball.sha256) {
    throw restate(lost, `${lost.message} ${describeConflict(job, published)}`);
  }
  terminal.note(`${lost.message} It has ${subject} with this very content, so the publish was carried out.`);
  const { name, version, sha256, tarball_url: url } = published;
  return { name, version, sha256, url };
}

/** What the registry has of this version: nothing is undefined. */
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

function describeConflict(job: PublishJob, published: RegistryManifest | undefined): string {
  const { registry, tarball } = job;
  const next = nextVersion(tarball.manifest.version);
  const taken = `${subjectOf(job)} is already published at ${registry.baseUrl}`;
  if (published === undefined) return `${taken}. Publish a higher version, such as ${next}.`;
  const yanked = published.yanked ? ' It is yanked, and stays taken.' : '';
  if (published.sha256 === tarball.sha256) {
    return `${taken}, with the same content.${yanked} What is new needs a higher version, such as ${next}.`;
  }
  return `${taken}, with other content.${yanked} A version is never replaced: publish a higher one, such as ${next}.`;
}

function subjectOf({ tarball }: PublishJob): string {
  const { name, version } = tarball.manifest;
  return `${name.full} ${version.full}`;
}

/** The same failure with a message that says more. */
function restate(error: RegistryRequestError, message: string): RegistryRequestError {
  const { registry, request, reason, status, code, errors } = error;
  const details = { registry, request, reason, errors, ...(status !== undefined && { status }) };
  return new RegistryRequestError(
    message,
    { ...details, ...(code !== undefined && { code }) },
    { cause: error },
  );
}
