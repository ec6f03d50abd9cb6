// Reads a blob and holds it against its digest on the way: whoever copies or checks blobs finds the same faults.
import { createHash } from 'node:crypto';
import type { BlobInventory } from '@prime-registry/blobs';
import type { ReferencedBlob } from '@prime-registry/store';

/** What can be wrong with a blob that versions need. */
export type BlobFault = 'missing' | 'wrong-size' | 'damaged' | 'unreadable';

/** A blob that is not what versions need; the message goes on from its digest. */
export class FaultyBlobError extends Error {
  override readonly name = 'FaultyBlobError';
  readonly fault: BlobFault;

  constructor(fault: BlobFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/**
 * The bytes of a blob. They are known to be right only when there are no more of them. A chunk is valid until the next is
 * asked for.
 * @throws FaultyBlobError, and the reason of the signal
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
    if (error instanceof FaultyBlobError) throw error;
    throw new FaultyBlobError('unreadable', `cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  const digest = hash.digest('hex');
  if (digest !== sha256) throw new FaultyBlobError('damaged', `has the digest ${digest}`);
}

/** What is wrong with a blob; undefined when nothing is. @throws the reason of the signal */
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

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? cause.message : String((error as Error).message);
}
