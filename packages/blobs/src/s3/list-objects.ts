// Lists a bucket, page by page.
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { StoredFile } from '../blob-inventory.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** The maximum of the protocol. */
const PAGE_LENGTH = 1000;

/** An object, or all objects whose paths continue after a slash. */
export type Listed =
  | ({ readonly kind: 'object'; readonly path: string } & StoredFile)
  | { readonly kind: 'folder'; readonly path: string };

/** A multipart upload that was neither completed nor aborted. */
export interface ListedMultipartUpload {
  readonly path: string;
  readonly uploadId: string;
  readonly begunAtMs: number;
}

/**
 * Lists what is directly below a path that ends with a slash, or with `isDeep` everything below it, in
 * ascending order of paths.
 * @throws S3Failure
 */
export async function* listObjects(
  bucket: S3Bucket,
  path: string,
  { isDeep = false, pageLength = PAGE_LENGTH }: { isDeep?: boolean; pageLength?: number } = {},
): AsyncGenerator<Listed> {
  const key = bucket.keyOf(path);
  const input = { Bucket: bucket.name, Prefix: key, MaxKeys: pageLength, ...(!isDeep && { Delimiter: '/' }) };
  let token: string | undefined;
  do {
    const page = await bucket.send(
      `list ${bucket.describe(key)}`,
      new ListObjectsV2Command({ ...input, ...(token && { ContinuationToken: token }) }),
    );
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key === undefined || Size === undefined || LastModified === undefined)
        throw new Error('the store lists an object without its key, size or time');
      yield {
        kind: 'object',
        path: bucket.pathOf(Key),
        sizeBytes: Size,
        touchedAtMs: LastModified.getTime(),
      };
    }
    for (const { Prefix = '' } of page.CommonPrefixes ?? [])
      yield { kind: 'folder', path: bucket.pathOf(Prefix) };
    token = page.NextContinuationToken;
    if (page.IsTruncated === true && token === undefined)
      throw new Error('the store returned no continuation token for its list');
  } while (token !== undefined);
}

/** Lists the multipart uploads below a path. @throws S3Failure */
export async function* listMultipartUploads(
  bucket: S3Bucket,
  path: string,
  pageLength: number = PAGE_LENGTH,
): AsyncGenerator<ListedMultipartUpload> {
  const key = bucket.keyOf(path);
  const input = { Bucket: bucket.name, Prefix: key, MaxUploads: pageLength };
  let after: { KeyMarker: string; UploadIdMarker?: string } | undefined;
  do {
    const page = await bucket.send(
      `list the multipart uploads to ${bucket.describe(key)}`,
      new ListMultipartUploadsCommand({ ...input, ...after }),
    );
    for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? []) {
      if (Initiated === undefined) continue;
      yield { path: bucket.pathOf(Key), uploadId: UploadId, begunAtMs: Initiated.getTime() };
    }
    const { NextKeyMarker, NextUploadIdMarker } = page;
    after =
      page.IsTruncated === true && NextKeyMarker
        ? { KeyMarker: NextKeyMarker, ...(NextUploadIdMarker && { UploadIdMarker: NextUploadIdMarker }) }
        : undefined;
  } while (after !== undefined);
}
