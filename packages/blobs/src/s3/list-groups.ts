// Makes the groups of an inventory from one list: a request for each group would cost a small registry a
// hundred times as much.
import { BLOB_GROUPS, type BlobGroup } from '../blob-inventory.ts';
import { BLOBS_PATH, isBlobPath } from './blob-keys.ts';
import { listObjects } from './list-objects.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** Lists the content of the groups. @throws S3Failure */
export async function* listGroups(bucket: S3Bucket): AsyncGenerator<BlobGroup> {
  // In the order of their bytes, like the groups.
  const objects = listObjects(bucket, BLOBS_PATH, { isDeep: true });
  let next = await objects.next();
  for (const beginning of BLOB_GROUPS) {
    const path = `${BLOBS_PATH}${beginning}/`;
    const digests: string[] = [];
    const strangers: string[] = [];
    for (
      ;
      next.done !== true && (next.value.path < path || next.value.path.startsWith(path));
      next = await objects.next()
    ) {
      const { path: its } = next.value;
      if (isBlobPath(its)) digests.push(its.slice(path.length));
      else if (its.startsWith(path)) strangers.push(bucket.describe(bucket.keyOf(its)));
    }
    yield { beginning, digests, strangers };
  }
}
