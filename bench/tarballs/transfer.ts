// Publishes and downloads as streams, so that the benchmark itself needs little memory.
import { createReadStream } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TOKEN } from '../processes/server-process.ts';

const NAME = '@bench/random';
const BOUNDARY = 'bench-boundary';

/** Publishes the file as a version of the only Prime. */
export async function publish(
  baseUrl: string,
  version: string,
  path: string,
  sizeBytes: number,
): Promise<void> {
  const head = formHead(version);
  const tail = `\r\n--${BOUNDARY}--\r\n`;
  const upload = request(`${baseUrl}/publish`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + sizeBytes + tail.length,
    },
  });
  const answered = Promise.withResolvers<number>();
  upload.on('error', answered.reject);
  upload.on('response', (response) => {
    response.resume().on('end', () => answered.resolve(response.statusCode ?? 0));
  });
  async function* body(): AsyncGenerator<string | Buffer> {
    yield head;
    yield* createReadStream(path);
    yield tail;
  }
  await pipeline(Readable.from(body()), upload);
  const status = await answered.promise;
  if (status !== 201) throw new Error(`the publish of ${version} was answered with ${status}`);
}

/** Downloads a version and discards it. */
export async function download(baseUrl: string, version: string, sizeBytes: number): Promise<void> {
  const response = await fetch(`${baseUrl}/pack/${NAME}/${version}/tarball`);
  let receivedBytes = 0;
  for await (const chunk of response.body ?? []) receivedBytes += chunk.length;
  if (receivedBytes !== sizeBytes) throw new Error(`${receivedBytes} of ${sizeBytes} bytes came back`);
}

function formHead(version: string): string {
  return [
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="manifest"',
    '',
    `name: "${NAME}"`,
    `version: ${version}`,
    'description: Random bytes',
    'license: Apache-2.0',
    'prime-version: "1.0"',
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="tarball"; filename="random.tar.gz"',
    '',
    '',
  ].join('\r\n');
}
