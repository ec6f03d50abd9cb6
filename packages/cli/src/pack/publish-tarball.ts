// Sends a checked tarball to a registry, and finds out what became of it when the answer does not say.

import { createReadStream } from 'node:fs';
import { isConflict } from '@prime-registry/client';
import { formatSize } from '@prime-registry/command-line';
import type { PublishReceipt } from '@prime-registry/protocol';
import { CommandError } from '../errors/command-error.ts';
import { explainConflict, findOutcome, isAnswerLost, type PublishJob } from './publish-outcome.ts';

/**
 * Publishes a tarball. It is published when this resolves, and the receipt is for these very bytes.
 * @throws RegistryRequestError, of which the message says whether it was published
 * @throws CommandError for a receipt that is for something else
 */
export async function publishTarball(job: PublishJob): Promise<PublishReceipt> {
  let sentBytes = 0;
  try {
    const receipt = await send(job, (bytes) => {
      sentBytes = bytes;
    });
    requireOwnReceipt(receipt, job);
    return receipt;
  } catch (error) {
    if (isConflict(error)) throw await explainConflict(job, error);
    if (isAnswerLost(error)) return findOutcome(job, error, sentBytes);
    throw error;
  }
}

async function send(job: PublishJob, onSent: (sentBytes: number) => void): Promise<PublishReceipt> {
  const { registry, tarball, path, terminal, signal } = job;
  const { manifest, manifestBytes, sizeBytes } = tarball;
  const progress = terminal.progress(`Publishing ${manifest.name.full}`, sizeBytes);
  const onProgress = (sentBytes: number): void => {
    onSent(sentBytes);
    progress.update(sentBytes, `${formatSize(sentBytes)} of ${formatSize(sizeBytes)}`);
  };
  const source = { sizeBytes, open: () => createReadStream(path) };
  try {
    return await registry.publish({ manifest: manifestBytes, tarball: source }, { signal, onProgress });
  } finally {
    progress.end();
  }
}

function requireOwnReceipt(
  { name, version, sha256 }: PublishReceipt,
  { registry, tarball }: PublishJob,
): void {
  const { manifest } = tarball;
  const isOwn = name === manifest.name.full && version === manifest.version.full && sha256 === tarball.sha256;
  if (isOwn) return;
  throw new CommandError(
    `${registry.baseUrl} took the publish, but its receipt is for ${name} ${version} with the sha256 ${sha256}, and what was sent is ${manifest.name.full} ${manifest.version.full} with ${tarball.sha256}`,
    { hint: 'tell the operator of the registry, and do not install what it has until it is explained' },
  );
}
