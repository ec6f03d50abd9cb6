// Sends a checked tarball to a registry, to check or to publish it, and finds the outcome of a publish if the
// response is lost.

import { createReadStream } from 'node:fs';
import { isConflict } from '@prime-registry/client';
import { formatSize } from '@prime-registry/command-line';
import type { PublishReceipt } from '@prime-registry/protocol';
import { CommandError } from '../errors/command-error.ts';
import { checkReceiptLog } from './check-receipt-log.ts';
import { explainConflict, findOutcome, isAnswerLost, type PublishJob } from './publish-outcome.ts';

/**
 * Publishes a tarball. When this resolves it is published, the receipt is for exactly these bytes, and so is the entry
 * in the log of the registry, if it has one.
 * @throws RegistryRequestError whose message says whether it was published
 * @throws CommandError if the receipt or the entry is for something else
 */
export async function publishTarball(job: PublishJob): Promise<PublishReceipt> {
  const receipt = await sendToPublish(job);
  await checkReceiptLog(job, receipt);
  return receipt;
}

async function sendToPublish(job: PublishJob): Promise<PublishReceipt> {
  let sentBytes = 0;
  try {
    const receipt = await send('publish', job, (bytes) => {
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

/**
 * Lets the registry do everything that a publish does, without keeping anything.
 * @throws RegistryRequestError as a publish would; with the status 404 if the registry has no such check
 */
export async function checkAtRegistry(job: PublishJob): Promise<PublishReceipt> {
  try {
    return await send('checkPublish', job, () => undefined);
  } catch (error) {
    if (isConflict(error)) throw await explainConflict(job, error);
    throw error;
  }
}

async function send(
  method: 'publish' | 'checkPublish',
  job: PublishJob,
  onSent: (sentBytes: number) => void,
): Promise<PublishReceipt> {
  const { registry, tarball, path, terminal, signal, extras } = job;
  const { manifest, manifestBytes, sizeBytes } = tarball;
  const progress = terminal.progress(`${DOING[method]} ${manifest.name.full}`, sizeBytes);
  const onProgress = (sentBytes: number): void => {
    onSent(sentBytes);
    progress.update(sentBytes, `${formatSize(sentBytes)} of ${formatSize(sizeBytes)}`);
  };
  const source = { sizeBytes, open: () => createReadStream(path) };
  try {
    return await registry[method](
      { manifest: manifestBytes, tarball: source, ...extras },
      { signal, onProgress },
    );
  } finally {
    progress.end();
  }
}

const DOING = { publish: 'Publishing', checkPublish: 'Checking' } as const;

function requireOwnReceipt(
  { name, version, sha256 }: PublishReceipt,
  { registry, tarball }: PublishJob,
): void {
  const { manifest } = tarball;
  const isOwn = name === manifest.name.full && version === manifest.version.full && sha256 === tarball.sha256;
  if (isOwn) return;
  throw new CommandError(
    `${registry.baseUrl} accepted the publish, but its receipt is for ${name} ${version} with the sha256 ${sha256}, and the upload was ${manifest.name.full} ${manifest.version.full} with ${tarball.sha256}`,
    {
      hint: 'report it to the operator of the registry, and do not install that version until it is explained',
    },
  );
}
