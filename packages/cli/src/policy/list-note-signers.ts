// Lists the keys that signed a head of a log (C2SP signed-note), or cosigned it (C2SP tlog-cosignature).
import { parseNote, TlogError, type VerifierKey, verifyNote } from '@prime-registry/tlog';
import { NODE_CRYPTO } from '../log/node-crypto.ts';

/** The names of those that have; a wrong signature is none. */
export function listNoteSigners(note: string, keys: readonly VerifierKey[]): string[] {
  return keys.filter((key) => hasSigned(note, key)).map(({ name }) => name);
}

function hasSigned(note: string, key: VerifierKey): boolean {
  try {
    return verifyNote(NODE_CRYPTO.verifiers, parseNote(note), [key]).length > 0;
  } catch (error) {
    if (error instanceof TlogError) return false;
    throw error;
  }
}
