// The mark of the log next to the tarballs: the last head that was signed. A database whose tree does not extend it is
// older than what clients have seen: a dump was restored, a standby took over, or another registry has the same key.
import type { MarkName } from '@prime-registry/blobs';
import { parseJsonObject } from '@prime-registry/protocol/basics';
import { type Checkpoint, parseCheckpoint, parseNote, TlogError } from '@prime-registry/tlog';

export const HEAD_MARK: MarkName = 'log-head.json';

/** A signed head. */
export interface SignedHead {
  readonly logId: string;
  /** Ids that the log had under earlier names. */
  readonly earlierIds: readonly string[];
  /** The signed note. */
  readonly note: string;
  /** What the note says. */
  readonly checkpoint: Checkpoint;
}

/** A mark that cannot be read; the message says what to do. */
class DamagedHeadMarkError extends Error {
  override readonly name = 'DamagedHeadMarkError';
}

/** Parses the mark. @throws DamagedHeadMarkError if it is damaged, or of a newer program */
export function parseHeadMark(text: string): SignedHead {
  const { format, log_id, earlier_ids, note } = parseJsonObject(text) ?? {};
  try {
    if (
      format === 1 &&
      isText(log_id) &&
      Array.isArray(earlier_ids) &&
      earlier_ids.every(isText) &&
      isText(note)
    )
      return signedHeadOf({ logId: log_id, earlierIds: earlier_ids, note });
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
  }
  throw new DamagedHeadMarkError(
    `the mark ${HEAD_MARK} next to the tarballs is damaged, or made by a newer prime-registry; ` +
      "'prime-registry log status' shows the size of the log: if no client has seen a larger one, delete the mark",
  );
}

export function formatHeadMark({ logId, earlierIds, note }: SignedHead): string {
  const fields = { format: 1, log_id: logId, earlier_ids: earlierIds, note };
  return `${JSON.stringify(fields, undefined, 2)}\n`;
}

/** A signed head, with what its note says. @throws TlogError if the note is none of a checkpoint */
export function signedHeadOf(head: Omit<SignedHead, 'checkpoint'>): SignedHead {
  return { ...head, checkpoint: parseCheckpoint(parseNote(head.note).text) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
