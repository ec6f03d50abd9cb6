// Reads a blob and checks its digest at the same time. Everything that copies or verifies blobs uses it, and
// so finds the same faults.
import { createHash } from 'node:crypto';
import type { BlobInventory, BlobsAwayError } from '@prime-registry/blobs';
import type { ReferencedBlob } from '@prime-registry/store';

/** What can be wrong with a referenced blob. */
export type BlobFault = 'missing' | 'wrong-size' | 'damaged' | 'unreadable';

/** A referenced blob with a fault; the message continues a sentence that begins with its digest. */
export class FaultyBlobError extends Error {
  override readonly name = 'FaultyBlobError';
  readonly fault: BlobFault;

  constructor(fault: BlobFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/**
 * The bytes of a blob. They are verified only when the iteration ends. A chunk is valid until the next one is
 * read.
 * @throws FaultyBlobError, RegistryError `storage_unavailable` if the place of all blobs is missing, and the reason of
 *   the signal
 */
export async function* readChecked(
  inventory: Pick<BlobInventory, 'findBlob' | 'read'>,
  { sha256, sizeBytes }: ReferencedBlob,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  try {
    const file = await inventory.findBlob(sha256);
    if (file === undefined) throw new FaultyBlobError('missing', 'is missing');
    if (file.sizeBytes !== sizeBytes) {
      throw new FaultyBlobError('wrong-size', `has ${file.sizeBytes} bytes instead of ${sizeBytes}`);
    }
    for await (const chunk of await inventory.read(sha256, sizeBytes)) {
      signal.throwIfAborted();
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FaultyBlobError || areBlobsAway(error)) throw error;
    throw new FaultyBlobError('unreadable', `cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  const digest = hash.digest('hex');
  if (digest !== sha256) throw new FaultyBlobError('damaged', `has the digest ${digest}`);
}

/** The fault of a blob; undefined if there is none. @throws the reason of the signal */
export async function findFault(
  inventory: Pick<BlobInventory, 'findBlob' | 'read'>,
  blob: ReferencedBlob,
  signal: AbortSignal,
): Promise<FaultyBlobError | undefined> {
  try {
    const reading = readChecked(inventory, blob, signal);
    while ((await reading.next()).done !== true);
    return undefined;
  } catch (error) {
    if (error instanceof FaultyBlobError) return error;
    throw error;
  }
}

/** Whether the place of all blobs is missing, which is no fault of one of them. */
function areBlobsAway(error: unknown): boolean {
  const away: BlobsAwayError['name'] = 'BlobsAwayError';
  return (error as { cause?: { name?: unknown } }).cause?.name === away;
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? cause.message : String((error as Error).message);
}
