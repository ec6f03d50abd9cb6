// How far the log has to be recovered: to the largest head that is known to be signed.
import { printable } from '@prime-registry/protocol';
import type { LogName } from '@prime-registry/store';
import {
  type Checkpoint,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  type Sha256,
  TlogError,
  type Verifiers,
  verifyNote,
} from '@prime-registry/tlog';
import type { SignedHead } from '../head-mark.ts';
import { TailError } from './tail-source.ts';

/** What signatures are verified with. */
export interface TargetDeps {
  readonly sha256: Sha256;
  readonly verifiers: Verifiers;
}

/** What is known about the signed heads. */
export interface KnownHeads {
  readonly name: LogName;
  /** Verifier keys of this name: the recorded ones, and those of the key file. */
  readonly vkeys: readonly string[];
  /** The mark next to the tarballs; undefined if there is none. */
  readonly mark: SignedHead | undefined;
  /** The newest note of the copy; undefined if it has none. */
  readonly note: string | undefined;
  /** Names the copy in messages. */
  readonly source: string;
  /** Whether the operator says that nothing was signed after the newest head of the copy. */
  readonly isComplete: boolean;
}

/** The heads that the recovered log must contain. */
export interface RecoveryTarget {
  /** By ascending size; the last one is the target. Their signatures are good. */
  readonly heads: readonly Checkpoint[];
  /** Number of entries of the copy; undefined if it does not say. */
  readonly sourceSize: number | undefined;
}

/** @throws TailError if no head can be trusted, or the copy ends before the last signed one */
export function findTarget(deps: TargetDeps, known: KnownHeads): RecoveryTarget {
  const { name, mark, note, source, isComplete } = known;
  if (mark !== undefined && mark.logId !== name.logId)
    throw new TailError(
      `the mark next to the tarballs is of ${mark.checkpoint.origin}, and the log in the database is called ${name.origin}: ` +
        'a restart of the log, or another registry, is in between, which no copy brings back',
    );
  const own = mark && verify(deps, known, mark.note, 'the mark next to the tarballs');
  const theirs = note === undefined ? undefined : verify(deps, known, note, source);
  if (own === undefined && theirs === undefined)
    throw new TailError(
      `neither the mark next to the tarballs nor ${source} has a signed head, so nothing tells which entries are right`,
    );
  if (own === undefined && !isComplete)
    throw new TailError(
      `there is no mark next to the tarballs that tells what was signed last. ${source} ends after ${theirs?.size} entries: ` +
        'if nothing was signed after them, say so with --complete',
    );
  if (own !== undefined && theirs !== undefined && theirs.size < own.size)
    throw new TailError(
      `${source} is too short: it has ${theirs.size} entries, and ${own.size} were signed; another copy may have them`,
    );
  const heads = [own, theirs].filter((head) => head !== undefined);
  return { heads: heads.toSorted((a, b) => a.size - b.size), sourceSize: theirs?.size };
}

/** @throws TailError unless the note is a head of this log */
function verify(
  { sha256, verifiers }: TargetDeps,
  known: KnownHeads,
  text: string,
  what: string,
): Checkpoint {
  const { name, vkeys } = known;
  try {
    const note = parseNote(text);
    const checkpoint = parseCheckpoint(note.text);
    if (checkpoint.origin !== name.origin)
      throw new TailError(`${what} is of the log ${printable(checkpoint.origin)}, not of ${name.origin}`);
    verifyNote(
      verifiers,
      note,
      vkeys.map((vkey) => parseVerifierKey(sha256, vkey)),
    );
    return checkpoint;
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    throw new TailError(
      `the head of ${what} is not one that this log signed: ${error.message}; if its key was replaced since, ` +
        'give the key file that has the newest one',
    );
  }
}
