// Reads the small files of an export.

/** An export that cannot be used; the message names the file and what is wrong with it. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

// A manifest and a README have at most 256 KiB each; a README that was cut off may be larger in UTF-8.
const MAX_BYTES = 2 ** 20;

/** A file of the stream. */
export interface SmallFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The bytes of a small file. @throws ExportError if it is too large */
export async function readBytes({ path, sizeBytes, body }: SmallFile): Promise<Buffer> {
  if (sizeBytes > MAX_BYTES)
    throw new ExportError(`${path} has ${sizeBytes} bytes, more than such a file may have`);
  const chunks: Uint8Array[] = [];
  // Copies: the tar reader reuses the memory of its chunks.
  for await (const chunk of body) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks);
}
