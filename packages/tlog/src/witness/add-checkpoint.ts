// What a log sends to a witness: C2SP tlog-witness, "add-checkpoint". A head, and the proof that it extends the last one
// that this witness has cosigned.
import { encodeBase64 } from '../notes/base64.ts';
import { parseDecimal } from '../notes/decimal.ts';
import { readHashLines } from '../proofs/proof-file.ts';
import { TlogError } from '../tlog-error.ts';
import type { Hash } from '../tree/hash.ts';

/** The parts of a request, not verified. */
export interface AddCheckpoint {
  /** The size of the last head that the witness has cosigned; 0 for none. */
  readonly oldSize: number;
  /** The consistency proof from there (RFC 6962, section 2.1.2). */
  readonly proof: readonly Hash[];
  /** The signed note, verbatim. */
  readonly checkpoint: string;
}

/** The most hashes of a proof. */
const MAX_HASHES = 63;

/** A request as text. */
export function formatAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  return [`old ${oldSize}`, ...proof.map(encodeBase64), '', checkpoint].join('\n');
}

/**
 * Reads a request. The note of the checkpoint is not looked at.
 * @throws {TlogError} It is not in the form of the specification.
 */
export function parseAddCheckpoint(text: string): AddCheckpoint {
  const end = text.indexOf('\n\n');
  if (end < 0) throw new TlogError('the request has no empty line before its checkpoint');
  const [first = '', ...lines] = text.slice(0, end).split('\n');
  const oldSize = first.startsWith('old ') ? parseDecimal(first.slice('old '.length)) : undefined;
  if (oldSize === undefined)
    throw new TlogError('line 1 of the request is not "old <decimal size below 2^53>"');
  if (lines.length > MAX_HASHES)
    throw new TlogError(`the request has ${lines.length} hashes: at most ${MAX_HASHES} are allowed`);
  return { oldSize, proof: readHashLines(lines, 2, 'request'), checkpoint: text.slice(end + 2) };
}
