// The marks as objects, such as `published.json` below the prefix.
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { translateErrors } from '../blob-errors.ts';
import type { MarkName, MarkStore } from '../mark-store.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { S3Failure } from './s3-failure.ts';

export function createMarkObjects(bucket: S3Bucket): MarkStore {
  const inputOf = (name: MarkName) => ({ Bucket: bucket.name, Key: bucket.keyOf(name) });
  return {
    readMark: (name) =>
      translateErrors(async () => {
        const input = inputOf(name);
        try {
          return await bucket.run(`read ${bucket.describe(input.Key)}`, async (client, options) => {
            const { Body } = await client.send(new GetObjectCommand(input), options);
            return Body?.transformToString();
          });
        } catch (error) {
          if (error instanceof S3Failure && error.isAbsence) return undefined;
          throw error;
        }
      }),

    writeMark: (name, text) =>
      translateErrors(async () => {
        const input = inputOf(name);
        const put = new PutObjectCommand({ ...input, Body: text, ContentType: 'application/json' });
        await bucket.send(`write ${bucket.describe(input.Key)}`, put);
      }),
  };
}
