// Asks one witness to cosign a head. A status alone is never evidence against this log: anybody can send one. Evidence is
// a head that a key of this log has signed.
import type { WitnessProgress } from '@prime-registry/store';
import {
  formatAddCheckpoint,
  type Hash,
  type NoteSignature,
  parseNote,
  readCosignatures,
  TlogError,
  type VerifierKey,
  type Verifiers,
} from '@prime-registry/tlog';
import type { WitnessAnswer, WitnessClient } from './witness-client.ts';

export interface AskDeps {
  readonly client: Pick<WitnessClient, 'addCheckpoint' | 'findCheckpoint'>;
  readonly verifiers: Verifiers;
  /** The consistency proof between two sizes of the log (RFC 9162, section 2.1.4). */
  readonly proveConsistency: (from: number, to: number) => Promise<readonly Hash[]>;
  /**
   * Compares a head that somebody shows with the log; a head that a key of the log has signed, and that contradicts the
   * log, halts it.
   * @returns whether it does
   */
  readonly examine: (note: string) => Promise<boolean>;
}

export interface HeadToCosign {
  readonly origin: string;
  readonly size: number;
  /** The signed note. */
  readonly note: string;
}

/** What came of it: cosignatures, at least one; or why there are none, in words for the operator. */
export type AskOutcome =
  | { readonly kind: 'cosigned'; readonly cosignatures: readonly NoteSignature[] }
  | { readonly kind: 'failed' | 'contradicted'; readonly problem: string };

/**
 * Asks once, and once more if the witness has another size than expected.
 * @param progress - how far the witness is, as far as it is known here
 */
export async function askWitness(
  deps: AskDeps,
  key: VerifierKey,
  progress: Pick<WitnessProgress, 'size'>,
  head: HeadToCosign,
): Promise<AskOutcome> {
  const send = async (oldSize: number): Promise<WitnessAnswer> => {
    const proof = await deps.proveConsistency(oldSize, head.size);
    return deps.client.addCheckpoint(formatAddCheckpoint({ oldSize, proof, checkpoint: head.note }));
  };
  const expectedSize = Math.min(progress.size, head.size);
  const first = await send(expectedSize);
  if (first.kind !== 'conflict') return judge(deps, key, head, first);
  // At the same size, the roots differ.
  if (first.size > head.size || first.size === expectedSize) return explainConflict(deps, head, first.size);
  const second = await send(first.size);
  if (second.kind !== 'conflict') return judge(deps, key, head, second);
  return explainConflict(deps, head, second.size);
}

async function judge(
  deps: AskDeps,
  key: VerifierKey,
  head: HeadToCosign,
  answer: Exclude<WitnessAnswer, { kind: 'conflict' }>,
): Promise<AskOutcome> {
  if (answer.kind === 'failed') return answer;
  if (answer.kind === 'contradicted')
    return explain(deps, head, 'it says that the log contradicts the last head that it has cosigned (422)');
  try {
    const { text } = parseNote(head.note);
    const cosignatures = readCosignatures(deps.verifiers, text, answer.text, [key]);
    return { kind: 'cosigned', cosignatures };
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    return { kind: 'failed', problem: `its cosignature is not good: ${error.message}` };
  }
}

function explainConflict(deps: AskDeps, head: HeadToCosign, size: number): Promise<AskOutcome> {
  const claim =
    size > head.size
      ? `it says that it has cosigned ${size} entries, and the log has ${head.size} (409)`
      : `it does not accept the proof from the ${size} entries that it says it has cosigned (409)`;
  return explain(deps, head, claim);
}

/** Looks for evidence. */
async function explain(
  { client, examine }: AskDeps,
  { origin }: HeadToCosign,
  claim: string,
): Promise<AskOutcome> {
  const shown = await client.findCheckpoint(origin);
  if (shown !== undefined && (await examine(shown)))
    return { kind: 'contradicted', problem: `${claim}, and it shows a head that this log has signed` };
  const found =
    shown === undefined
      ? 'it does not show that head'
      : 'the head that it shows does not contradict the log, or no key of the log has signed it';
  return { kind: 'failed', problem: `${claim}; ${found}` };
}
