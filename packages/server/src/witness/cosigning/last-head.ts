// What is known of a log from the last head of it that was cosigned.
import type { WitnessedLog } from '@prime-registry/store';
import {
  type Note,
  type NoteSignature,
  parseCheckpoint,
  parseVerifierKey,
  type TreeHead,
} from '@prime-registry/tlog';
import { sha256 } from '../../signing/ed25519.ts';

export function keysOf({ vkeys }: WitnessedLog) {
  return vkeys.map((vkey) => parseVerifierKey(sha256, vkey));
}

/** The signatures of the log itself: all others could be anything. */
export function signaturesOf(log: WitnessedLog, { signatures }: Note): NoteSignature[] {
  const keys = keysOf(log);
  return signatures.filter(({ name, keyId }) => keys.some((key) => key.name === name && key.keyId === keyId));
}

/** The last cosigned head; before the first one, the empty tree. */
export function lastHead({ note }: WitnessedLog): TreeHead {
  if (note === undefined) return { size: 0, root: sha256() };
  // Without the signatures: earlier versions could store more of them than a note may have.
  return parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1));
}

/** False only for another tree of the same size. */
export function hasSameRoot(log: WitnessedLog, head: TreeHead): boolean {
  return head.size !== log.size || Buffer.compare(lastHead(log).root, head.root) === 0;
}
