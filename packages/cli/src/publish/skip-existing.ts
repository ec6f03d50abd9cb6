// `--skip-existing`: publishing again what is there with the same content is fine, for CI runs that are repeated.
import { createReadStream } from 'node:fs';
import { readTarballFileDigests, treeDigest } from '@prime-registry/archive';
import { isConflict, type RegistryManifest, RegistryRequestError } from '@prime-registry/client';
import { flag } from '@prime-registry/command-line';
import type { PublishReceipt } from '@prime-registry/protocol';
import { offered } from '../errors/offered.ts';
import { ignoreAbsent } from '../registries/ignore-absent.ts';
import { describeConflict, type PublishJob } from './publish-outcome.ts';
import { publishTarball } from './publish-tarball.ts';
import { WIDEST_LIMITS } from './registry-limits.ts';

/** The option of `publish`. */
export const SKIP_EXISTING_OPTION = flag(
  'Succeed if the version is published already with the same content; for CI',
);

/** What the registry had before. */
export interface PresentVersion extends Pick<PublishReceipt, 'sha256' | 'url'> {
  readonly already_there: true;
}

/**
 * Publishes, unless another run has published the same content in the meantime.
 * @throws RegistryRequestError as `publishTarball`
 */
export async function publishUnlessThere(job: PublishJob): Promise<PublishReceipt | PresentVersion> {
  try {
    return await publishTarball(job);
  } catch (error) {
    const present = isConflict(error) ? await findSame(job) : undefined;
    if (present === undefined) throw error;
    return present;
  }
}

/**
 * The version in the registry, if it has the same content; undefined if the registry does not have it.
 * @throws RegistryRequestError with status 409 if it has other content
 */
export async function findSame(job: PublishJob): Promise<PresentVersion | undefined> {
  const { registry, tarball, terminal, signal } = job;
  const { name, version } = tarball.manifest;
  const published = await registry.manifest(name.full, version.full, { signal }).catch(ignoreAbsent);
  if (published === undefined) return undefined;
  if (!(await isSame(job, published))) {
    throw new RegistryRequestError(describeConflict(job, published), {
      registry: registry.baseUrl,
      request: `GET /pack/${name.full}/${version.full}`,
      ...{ reason: 'status', status: 409, code: 'version_exists' },
    });
  }
  if (published.yanked) terminal.warn(`${name.full} ${version.full} is yanked from ${registry.baseUrl}`);
  const { sha256, tarball_url: url } = published;
  return { sha256, url, already_there: true };
}

/** Sets the channel that the publish would have set. @returns it, for the result */
export async function nameAgain({
  registry,
  tarball,
  signal,
  extras,
}: PublishJob): Promise<{ readonly channel?: string }> {
  const channel = extras?.channel;
  if (channel === undefined) return {};
  const { name, version } = tarball.manifest;
  await offered(registry.setChannel(name.full, channel, version.full, { signal }), 'channels');
  return { channel };
}

/** Another version of Node.js may compress the same files to other bytes. */
async function isSame(job: PublishJob, published: RegistryManifest): Promise<boolean> {
  const { registry, tarball, path, signal } = job;
  if (published.sha256 === tarball.sha256) return true;
  const { name, version, sha256, size_bytes: sizeBytes } = published;
  const { chunks } = await registry.tarball(name, version, {
    ...{ sha256, signal },
    ...(sizeBytes !== undefined && { sizeBytes }),
  });
  // What unpacks to more is not the same.
  const limits = { ...WIDEST_LIMITS, maxUnpackedBytes: tarball.unpackedBytes };
  const theirs = await readTarballFileDigests(chunks, limits, { signal });
  const ours = await readTarballFileDigests(createReadStream(path), limits, { signal });
  return theirs.ok && ours.ok && treeDigest(theirs.files) === treeDigest(ours.files);
}
