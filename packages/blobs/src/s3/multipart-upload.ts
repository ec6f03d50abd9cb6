// An object that is uploaded in parts: it does not exist before it is completed.
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { RequestBounds, S3Bucket } from './s3-bucket.ts';

// The maximum of the protocol.
const MAX_PARTS = 10_000;

/** A multipart upload in progress. */
export class MultipartUpload {
  readonly key: string;
  readonly #bucket: S3Bucket;
  readonly #uploadId: string;
  readonly #parts: CompletedPart[] = [];

  private constructor(bucket: S3Bucket, key: string, uploadId: string) {
    this.#bucket = bucket;
    this.key = key;
    this.#uploadId = uploadId;
  }

  static async begin(bucket: S3Bucket, key: string, signal: AbortSignal): Promise<MultipartUpload> {
    const input = { Bucket: bucket.name, Key: key };
    const { UploadId } = await bucket.send(
      `begin a multipart upload to ${bucket.describe(key)}`,
      new CreateMultipartUploadCommand(input),
      { signal },
    );
    if (UploadId === undefined)
      throw new Error(`the store returned no id for an upload to ${bucket.describe(key)}`);
    return new MultipartUpload(bucket, key, UploadId);
  }

  /** Adds a part. The bytes must not change until it resolves. */
  async add(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const PartNumber = this.#parts.length + 1;
    if (PartNumber > MAX_PARTS)
      throw new Error(`the tarball needs more than ${MAX_PARTS} parts: it is too large for the store`);
    const { ETag } = await this.#send(
      `upload part ${PartNumber}`,
      new UploadPartCommand({ ...this.#input, PartNumber, Body: bytes }),
      this.#partBounds(signal),
    );
    this.#parts.push({ PartNumber, ETag });
  }

  /** Makes the store copy an object as the only part, or a range of it as the part of this number. */
  async copy(
    source: { key: string; range?: string },
    PartNumber: number,
    signal: AbortSignal,
  ): Promise<void> {
    const input = {
      ...this.#input,
      PartNumber,
      CopySource: `${this.#bucket.name}/${source.key}`,
      ...(source.range !== undefined && { CopySourceRange: source.range }),
    };
    const { CopyPartResult } = await this.#send(
      `copy part ${PartNumber}`,
      new UploadPartCopyCommand(input),
      this.#partBounds(signal),
    );
    this.#parts.push({ PartNumber, ETag: CopyPartResult?.ETag });
  }

  /**
   * Combines the parts into one object. @throws S3Failure, an absence if it was completed or aborted before
   */
  async complete(bounds: RequestBounds): Promise<void> {
    const Parts = this.#parts.toSorted((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0));
    await this.#send(
      'complete a multipart upload',
      new CompleteMultipartUploadCommand({ ...this.#input, MultipartUpload: { Parts } }),
      bounds,
    );
  }

  async abort(bounds: RequestBounds): Promise<void> {
    await this.#send('abort a multipart upload', new AbortMultipartUploadCommand(this.#input), bounds);
  }

  get #input(): { Bucket: string; Key: string; UploadId: string } {
    return { Bucket: this.#bucket.name, Key: this.key, UploadId: this.#uploadId };
  }

  #partBounds(signal: AbortSignal): RequestBounds {
    const { partAnswerMs, partMs } = this.#bucket.times;
    return { answerMs: partAnswerMs, totalMs: partMs, signal };
  }

  readonly #send: S3Bucket['send'] = (what, command, bounds) =>
    this.#bucket.send(`${what} to ${this.#bucket.describe(this.key)}`, command, bounds);
}
