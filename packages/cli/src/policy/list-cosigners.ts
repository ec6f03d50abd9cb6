// Which witnesses have cosigned a head of a log (C2SP tlog-cosignature).
import { parseNote, TlogError, type VerifierKey, verifyNote } from '@prime-registry/tlog';
import { NODE_CRYPTO } from '../log/node-crypto.ts';

/** The names of those that have; a wrong cosignature is none. */
export function listCosigners(note: string, witnesses: readonly VerifierKey[]): string[] {
  return witnesses.filter((witness) => hasCosigned(note, witness)).map(({ name }) => name);
}

function hasCosigned(note: string, witness: VerifierKey): boolean {
  try {
    return verifyNote(NODE_CRYPTO.verifiers, parseNote(note), [witness]).length > 0;
  } catch (error) {
    if (error instanceof TlogError) return false;
    throw error;
  }
}
