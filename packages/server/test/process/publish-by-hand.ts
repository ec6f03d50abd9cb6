// Publishes over a given connection, whole or in two parts.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  encodeForm,
  eventually,
  manifestText,
  type PrimeDraft,
  type RawAnswer,
  RawClient,
  tarballOf,
} from '@prime-registry/testkit';
import { ADMIN_TOKEN, listFiles, type ServedRegistry } from './temporary-registry.ts';

// What is held back of an upload: the closing boundary, and some bytes of the tarball.
const REST_BYTES = 60;
/** More than the server keeps in memory of an upload. */
const LARGE_BYTES = 600 * 1024;

/** A publish without its last bytes. */
export interface BegunPublish {
  readonly client: RawClient;
  /** Sends the rest and reads the answer. */
  finish(): Promise<RawAnswer>;
}

/** Publishes over the connection. */
export async function publishOver(
  client: RawClient,
  draft: PrimeDraft,
  token: string = ADMIN_TOKEN,
): Promise<RawAnswer> {
  await client.send(await sendHead(client, draft, token));
  return client.readAnswer();
}

/**
 * Sends the first part of a publish, over a new connection by default, and waits until the server writes it.
 */
export async function beginPublish(
  { baseUrl, dataFolder }: ServedRegistry,
  draft: PrimeDraft = {},
  client?: RawClient,
): Promise<BegunPublish> {
  const connection = client ?? (await RawClient.connect(baseUrl));
  const others = (await listFiles(dataFolder, 'uploads')).length;
  const large = { files: { 'data.bin': randomBytes(LARGE_BYTES) }, ...draft };
  const body = await sendHead(connection, large, ADMIN_TOKEN);
  await connection.send(body.subarray(0, -REST_BYTES));
  await eventually(async () => assert.equal((await listFiles(dataFolder, 'uploads')).length, others + 1));
  return {
    client: connection,
    async finish() {
      await connection.send(body.subarray(-REST_BYTES));
      return connection.readAnswer();
    },
  };
}

/** @returns the body that is still to be sent */
async function sendHead(client: RawClient, draft: PrimeDraft, token: string): Promise<Buffer> {
  const { contentType, body } = encodeForm([
    { name: 'manifest', body: manifestText(draft) },
    { name: 'tarball', fileName: 'prime.tar.gz', body: tarballOf(draft) ?? '' },
  ]);
  await client.sendHead('POST /publish HTTP/1.1', {
    Authorization: `Bearer ${token}`,
    'Content-Type': contentType,
    'Content-Length': String(body.length),
  });
  return body;
}
