// Checks the stored files: no upload remains of requests that are over, and every blob matches its digest.
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlobPlace } from '../registry/blob-place.ts';
import type { World } from '../world.ts';
import { forEachAtOnce } from './at-once.ts';

// The upload of a vanished client is removed in the background.
const PATIENCE_MS = 5000;

/** Uploads whose request is over must be removed. */
export async function checkFiles(world: World, place: BlobPlace, openUploads: number): Promise<void> {
  if (world.registry.mayLitter) return;
  const giveUpMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const uploads = await place.listUploads();
    if (uploads === undefined || uploads.length <= openUploads) return;
    if (performance.now() > giveUpMs) {
      return world.violate(`${uploads.length} uploads are left for ${openUploads} clients: ${uploads[0]}`);
    }
    await delay(5);
  }
}

/** The name of every blob is its digest, and every version has its blob. */
export async function checkBlobs(world: World, place: BlobPlace): Promise<void> {
  const blobs = await place.listBlobs();
  await forEachAtOnce(blobs, async ({ name, read }) => {
    const hash = createHash('sha256');
    for await (const chunk of read()) hash.update(chunk);
    if (hash.digest('hex') !== name) world.violate(`the blob ${name} has another digest`);
  });
  const names = new Set(blobs.map(({ name }) => name));
  for (const { fact } of world.ledger.facts) {
    if (!names.has(fact.sha256)) world.violate(`the blob of ${fact.name} ${fact.version} is missing`);
  }
}
