// Entry point for tests that need a real S3 server, separate because it loads the SDK.
import { after } from 'node:test';
import type { S3Account } from './ceph-cluster.ts';
import { openS3Server } from './s3-server.ts';
import { makeTestBucket, type TestBucket } from './test-bucket.ts';

export type { S3Account } from './ceph-cluster.ts';
export { findObstacle, openS3Server, S3_SERVER_VARIABLE, startS3Server } from './s3-server.ts';
export { makeTestBucket, type TestBucket, type TestLocation } from './test-bucket.ts';

/** The S3 server of a test file. */
export interface S3Server {
  /** False, or the reason to skip the tests. */
  readonly skip: false | string;
  readonly account: S3Account;
  /** The environment of a registry, or of this process, that uses the server. */
  readonly environment: Readonly<Record<string, string>>;
  makeBucket(prefix?: string): Promise<TestBucket>;
}

/**
 * Opens the server for a test file, and puts its keys into the environment of this process.
 * @throws Error if there is none and REQUIRE_S3 is 1
 */
export async function useS3Server(): Promise<S3Server> {
  const server = await openS3Server();
  if ('skip' in server) {
    const account = { endpoint: '', accessKeyId: '', secretAccessKey: '' };
    return { skip: server.skip, account, environment: {}, makeBucket: () => makeTestBucket(account) };
  }
  const { account, stop } = server;
  after(stop);
  const environment = environmentFor(account);
  Object.assign(process.env, environment);
  return { skip: false, account, environment, makeBucket: (prefix) => makeTestBucket(account, prefix) };
}

/** The environment of a program that uses the account, and no other. */
export function environmentFor({ accessKeyId, secretAccessKey }: S3Account): Record<string, string> {
  return {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    // No configuration of the machine, and no request to the metadata service of a cloud.
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  };
}
