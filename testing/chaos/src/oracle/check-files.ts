// What is stored: no upload is left of those that are over, and every tarball is what its name says.
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlobPlace } from '../registry/blob-place.ts';
import type { World } from '../world.ts';
import { forEachAtOnce } from './at-once.ts';

// What a client left that vanished is removed behind its back.
const PATIENCE_MS = 5000;

/** Uploads that nobody is sending any more are gone. */
export async function checkFiles(world: World, place: BlobPlace, openUploads: number): Promise<void> {
  if (world.registry.mayLitter) return;
  const giveUpMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const uploads = await place.listUploads();
    if (uploads === undefined || uploads.length <= openUploads) return;
    if (performance.now() > giveUpMs) {
      return world.violate(`${uploads.length} uploads are left, of ${openUploads} clients: ${uploads[0]}`);
    }
    await delay(5);
  }
}

/** Every blob has the digest that it is named by, and the blob of every version is there. */
export async function checkBlobs(world: World, place: BlobPlace): Promise<void> {
  const blobs = await place.listBlobs();
  await forEachAtOnce(blobs, async ({ name, read }) => {
    const hash = createHash('sha256');
    for await (const chunk of read()) hash.update(chunk);
    if (hash.digest('hex') !== name) world.violate(`the blob ${name} holds something else`);
  });
  const names = new Set(blobs.map(({ name }) => name));
  for (const { fact } of world.ledger.facts) {
    if (!names.has(fact.sha256)) world.violate(`the blob of ${fact.name} ${fact.version} is lost`);
  }
}
