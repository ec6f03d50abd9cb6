// A new bucket for a test, and direct access to it that does not use the code under test.
import { randomBytes } from 'node:crypto';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Account } from './ceph-cluster.ts';

/** The parts of the `--blobs` setting for the bucket. */
export interface TestLocation {
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly endpoint: string;
  readonly isPathStyle: true;
}

/** A bucket. */
export interface TestBucket {
  readonly location: TestLocation;
  /** The same bucket at another address, such as that of a proxy. */
  locationAt(endpoint: string): TestLocation;
  /** As a value of `--blobs`. */
  readonly url: string;
  urlAt(endpoint: string): string;
  /** All keys with this prefix, ascending. */
  listKeys(prefix?: string): Promise<string[]>;
  get(key: string): Promise<Uint8Array>;
  /** Keys of the multipart uploads in progress. */
  listMultipartKeys(): Promise<string[]>;
  put(key: string, bytes: Uint8Array | string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Creates a bucket. @param prefix - of the registry's keys */
export async function makeTestBucket(account: S3Account, prefix = 'team/primes'): Promise<TestBucket> {
  const { endpoint, ...credentials } = account;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const Bucket = `test-${randomBytes(8).toString('hex')}`;
  await client.send(new CreateBucketCommand({ Bucket }));
  const locationAt = (address: string): TestLocation => ({
    bucket: Bucket,
    prefix,
    region: 'us-east-1',
    endpoint: address,
    isPathStyle: true,
  });
  const urlAt = (address: string): string =>
    `s3://${Bucket}/${prefix}?region=us-east-1&endpoint=${encodeURIComponent(address)}&path-style=true`;
  return {
    location: locationAt(endpoint),
    locationAt,
    url: urlAt(endpoint),
    urlAt,
    async listKeys(Prefix = '') {
      const { Contents = [], IsTruncated } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
      if (IsTruncated === true) throw new Error('the bucket has more keys than one page');
      return Contents.map(({ Key = '' }) => Key).toSorted();
    },
    async listMultipartKeys() {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      return Uploads.map(({ Key = '' }) => Key).toSorted();
    },
    async get(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return (await Body?.transformToByteArray()) ?? new Uint8Array();
    },
    async put(Key, Body) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}
