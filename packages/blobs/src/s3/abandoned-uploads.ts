// Uploads that nobody will complete: objects and multipart uploads that a killed process left. Hosts share
// the bucket and may have the same name, so only the age shows it.
import { AbortMultipartUploadCommand, DeleteObjectCommand, ListPartsCommand } from '@aws-sdk/client-s3';
import type { AbandonedUpload } from '../blob-inventory.ts';
import { ABANDONED_AFTER_MS } from '../upload-leftovers.ts';
import { BLOBS_PATH, isBlobPath, isUploadPath, UPLOADS_PATH } from './blob-keys.ts';
import { listMultipartUploads, listObjects } from './list-objects.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { S3Failure } from './s3-failure.ts';

/** Separates the path of a multipart upload from its id, in its name. */
const ID_MARK = '?uploadId=';

/** Lists them, with their sizes. @throws S3Failure */
export async function listAbandonedUploads(bucket: S3Bucket, nowMs: number): Promise<AbandonedUpload[]> {
  const uploads: AbandonedUpload[] = [];
  for await (const { name, touchedAtMs, sizeBytes } of findAbandoned(bucket, nowMs)) {
    const bytes = sizeBytes ?? (await sizeOfParts(bucket, name).catch(ifAbsent));
    // Another cleanup may have been faster.
    if (bytes !== undefined) uploads.push({ name, touchedAtMs, sizeBytes: bytes });
  }
  return uploads;
}

/** Removes one, if it exists. @throws S3Failure */
export async function removeUpload(bucket: S3Bucket, name: string): Promise<void> {
  const { Key, UploadId } = parseName(bucket, name);
  const input = { Bucket: bucket.name, Key };
  const what = `remove the upload ${bucket.describe(Key)}`;
  if (UploadId === undefined) {
    await bucket.send(what, new DeleteObjectCommand(input));
    return;
  }
  await bucket.send(what, new AbortMultipartUploadCommand({ ...input, UploadId })).catch(ifAbsent);
}

/** Undefined for something that does not exist. */
function ifAbsent(error: unknown): undefined {
  if (!(error instanceof S3Failure && error.isAbsence)) throw error;
}

/** Removes all of them. @throws S3Failure */
export async function removeLeftovers(bucket: S3Bucket, nowMs: number): Promise<void> {
  for await (const { name } of findAbandoned(bucket, nowMs)) await removeUpload(bucket, name);
}

interface Abandoned {
  readonly name: string;
  readonly touchedAtMs: number;
  readonly sizeBytes?: number;
}

async function* findAbandoned(bucket: S3Bucket, nowMs: number): AsyncGenerator<Abandoned> {
  const beforeMs = nowMs - ABANDONED_AFTER_MS;
  for await (const item of listObjects(bucket, UPLOADS_PATH)) {
    if (item.kind === 'object' && isUploadPath(item.path) && item.touchedAtMs < beforeMs)
      yield { name: item.path, touchedAtMs: item.touchedAtMs, sizeBytes: item.sizeBytes };
  }
  for (const path of [UPLOADS_PATH, BLOBS_PATH]) {
    for await (const { path: its, uploadId, begunAtMs } of listMultipartUploads(bucket, path)) {
      // Other programs may use the bucket as well.
      if ((isUploadPath(its) || isBlobPath(its)) && begunAtMs < beforeMs)
        yield { name: `${its}${ID_MARK}${uploadId}`, touchedAtMs: begunAtMs };
    }
  }
}

async function sizeOfParts(bucket: S3Bucket, name: string): Promise<number> {
  const { Key, UploadId = '' } = parseName(bucket, name);
  const input = { Bucket: bucket.name, Key, UploadId };
  let sizeBytes = 0;
  let marker: string | undefined;
  do {
    const page = await bucket.send(
      `list the parts of ${bucket.describe(Key)}`,
      new ListPartsCommand({ ...input, ...(marker && { PartNumberMarker: marker }) }),
    );
    for (const { Size = 0 } of page.Parts ?? []) sizeBytes += Size;
    marker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
  } while (marker !== undefined);
  return sizeBytes;
}

function parseName(bucket: S3Bucket, name: string): { Key: string; UploadId: string | undefined } {
  const mark = name.indexOf(ID_MARK);
  const path = mark === -1 ? name : name.slice(0, mark);
  return { Key: bucket.keyOf(path), UploadId: mark === -1 ? undefined : name.slice(mark + ID_MARK.length) };
}
