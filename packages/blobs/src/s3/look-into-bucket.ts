// Finds out whether a bucket is there.
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { UPLOADS_PATH } from './blob-keys.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** Lists the bucket: that needs no object, and reports a wrong name or key in the words of the store. @throws S3Failure */
export async function lookIntoBucket(bucket: S3Bucket): Promise<void> {
  const key = bucket.keyOf(UPLOADS_PATH);
  const input = { Bucket: bucket.name, Prefix: key, MaxKeys: 1 };
  const what = `look into ${bucket.describe(key)}`;
  await bucket.send(what, new ListObjectsV2Command(input), {
    totalMs: bucket.times.answerMs,
  });
}
