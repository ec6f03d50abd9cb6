// An S3 server that replicas share, behind a gate that can cut it off.
import {
  environmentFor,
  makeTestBucket,
  openS3Server,
  type S3Account,
  type TestBucket,
} from '@prime-registry/testkit/s3';
import type { BlobPlace, StoredBlob } from './blob-place.ts';
import { Gate } from './gate.ts';

export class LiveBuckets {
  readonly gate: Gate;
  /** The keys, for the environment of the registry. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #account: S3Account;
  readonly #stop: () => Promise<void>;

  private constructor(account: S3Account, stop: () => Promise<void>, gate: Gate) {
    this.#account = account;
    this.#stop = stop;
    this.gate = gate;
    this.environment = environmentFor(account);
  }

  /** Takes the server of the test run, or starts one, which ends with this process at the latest. */
  static async start(): Promise<LiveBuckets> {
    const server = await openS3Server();
    if ('skip' in server) throw new Error(server.skip);
    const { account, stop } = server;
    const port = Number(new URL(account.endpoint).port);
    const gate = new Gate(() => [port]);
    await gate.open();
    return new LiveBuckets(account, stop, gate);
  }

  async createEmpty(): Promise<LiveBucket> {
    const bucket = await makeTestBucket(this.#account);
    return new LiveBucket(bucket, `http://127.0.0.1:${this.gate.port}`);
  }

  async remove(): Promise<void> {
    this.gate.close();
    await this.#stop();
  }
}

/** The bucket of one registry. */
export class LiveBucket implements BlobPlace {
  /** The value of `--blobs`, with the address of the gate. */
  readonly url: string;
  readonly #bucket: TestBucket;

  constructor(bucket: TestBucket, endpoint: string) {
    this.#bucket = bucket;
    this.url = bucket.urlAt(endpoint);
  }

  async listBlobs(): Promise<StoredBlob[]> {
    const bucket = this.#bucket;
    const keys = await bucket.listKeys(`${bucket.location.prefix}/sha256/`);
    return keys.map((key) => ({
      name: key.slice(key.lastIndexOf('/') + 1),
      async *read() {
        yield await bucket.get(key);
      },
    }));
  }

  listUploads(): undefined {
    return undefined;
  }
}
