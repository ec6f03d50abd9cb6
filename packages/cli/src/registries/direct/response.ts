// An answer of `node:http` in the shape of the Fetch standard, decompressed (RFC 9110, section 8.4.1).
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FetchResponse } from '@prime-registry/client';

/** The answer, whose body can be read once. */
export async function toResponse(message: IncomingMessage): Promise<FetchResponse> {
  const { statusCode: status = 0, headers } = message;
  return {
    ...{ status, type: 'default', url: '' },
    headers: { get: (name) => joined(headers[name.toLowerCase()]) },
    body: hasBody(status) ? toBody(await decompress(message)) : await skipBody(message),
  };
}

function joined(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'object' ? value.join(', ') : (value ?? null);
}

// RFC 9110, section 6.4.1.
function hasBody(status: number): boolean {
  return status !== 204 && status !== 304;
}

/** Afterwards, the connection can take the next request. */
async function skipBody(message: IncomingMessage): Promise<null> {
  await finished(message.resume());
  return null;
}

function toBody(stream: Readable): NonNullable<FetchResponse['body']> {
  const cancel = async (): Promise<void> => void stream.destroy();
  return {
    cancel,
    getReader() {
      const pieces: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
      return { cancel, read: async () => pieces.next() };
    },
  };
}

/** Only gzip is asked for; other codings come from servers that do not look at what was. One that is not known stays as it is. */
async function decompress(message: IncomingMessage): Promise<Readable> {
  const { 'content-encoding': given = '', 'content-length': length } = message.headers;
  const coding = given.trim().toLowerCase();
  // Servers also state a coding of nothing, which is a damaged file to a decoder.
  if (!/^(?:x-gzip|gzip|deflate|br)$/.test(coding) || length === '0') return message;
  const { createBrotliDecompress, createUnzip } = await import('node:zlib');
  // A failure is that of the stream that is read.
  return pipeline(message, coding === 'br' ? createBrotliDecompress() : createUnzip(), () => undefined);
}
