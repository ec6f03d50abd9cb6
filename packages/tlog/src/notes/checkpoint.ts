// Checkpoints: C2SP tlog-checkpoint. The text of a note that says how a log looks at some size.
import { TlogError } from '../tlog-error.ts';
import { HASH_BYTES, type Hash } from '../tree/hash.ts';
import { isSize } from '../tree/subtrees.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { parseDecimal } from './decimal.ts';

/** A log at some size. */
export interface Checkpoint {
  /** The name of the log. It need not be an address. */
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
}

/**
 * Reads the text of a checkpoint, without the signatures. Extension lines are allowed and ignored.
 * @throws {TlogError} It is not in the form of the specification, or the size is above 2^53 - 1.
 */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new TlogError('the checkpoint does not end in a newline');
  const [origin = '', sizeText = '', rootText = ''] = lines;
  const empty = lines.length < 3 ? lines.length : lines.indexOf('');
  if (empty >= 0) throw new TlogError(`line ${empty + 1} of the checkpoint is empty or missing`);
  const size = parseDecimal(sizeText);
  if (size === undefined) throw new TlogError('line 2 of the checkpoint is no decimal size below 2^53');
  const root = decodeBase64(rootText);
  if (root?.length !== HASH_BYTES)
    throw new TlogError('line 3 of the checkpoint is no root of 32 bytes in Base 64');
  return { origin, size, root };
}

/**
 * The text of a checkpoint, without extension lines: the same for everybody who knows the tree.
 * @throws {TlogError} The origin is empty or has more than one line, or size or root cannot be those of a tree.
 */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  if (origin === '' || origin.includes('\n'))
    throw new TlogError('the origin of a checkpoint is one line of text');
  if (!isSize(size) || root.length !== HASH_BYTES) {
    throw new TlogError(`a checkpoint of size ${size} with a root of ${root.length} bytes is none`);
  }
  return `${origin}\n${size}\n${encodeBase64(root)}\n`;
}
