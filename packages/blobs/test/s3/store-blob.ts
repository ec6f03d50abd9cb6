// Shared by the tests of the S3 store.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { BlobStore } from '@prime-registry/blobs';
import { RegistryError } from '@prime-registry/protocol';

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Stores the bytes like a publish. @returns their digest */
export async function store(blobs: BlobStore, bytes: Uint8Array): Promise<string> {
  const sha256 = digestOf(bytes);
  const upload = await blobs.createUpload();
  try {
    for (let from = 0; from < bytes.length; from += 2 ** 20)
      await upload.write(bytes.subarray(from, from + 2 ** 20));
    await upload.finish(sha256);
    await upload.commit();
  } finally {
    await upload.discard();
  }
  return sha256;
}

/** Whether it is the error for callers, without details that only the log may contain. */
export function isUnavailable(error: unknown): boolean {
  assert.ok(error instanceof RegistryError, String(error));
  assert.equal(error.code, 'storage_unavailable');
  assert.doesNotMatch(error.message, /s3:|primes|127\.0\.0\.1/);
  return true;
}
