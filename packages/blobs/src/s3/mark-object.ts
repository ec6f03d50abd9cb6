// The mark as an object, `published.json` below the prefix.
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { translateErrors } from '../blob-errors.ts';
import { MARK_NAME, type MarkStore } from '../mark-store.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { S3Failure } from './s3-failure.ts';

export function createMarkObject(bucket: S3Bucket): MarkStore {
  const key = bucket.keyOf(MARK_NAME);
  const input = { Bucket: bucket.name, Key: key };
  return {
    readMark: () =>
      translateErrors(async () => {
        try {
          return await bucket.run(`read ${bucket.describe(key)}`, async (client, options) => {
            const { Body } = await client.send(new GetObjectCommand(input), options);
            return Body?.transformToString();
          });
        } catch (error) {
          if (error instanceof S3Failure && error.isAbsence) return undefined;
          throw error;
        }
      }),

    writeMark: (text) =>
      translateErrors(async () => {
        const put = new PutObjectCommand({ ...input, Body: text, ContentType: 'application/json' });
        await bucket.run(`write ${bucket.describe(key)}`, (client, options) => client.send(put, options));
      }),
  };
}
