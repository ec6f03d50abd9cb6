// Lists the keys that signed a head of a log (C2SP signed-note), or cosigned it (C2SP tlog-cosignature).
import { parseNote, TlogError, type VerifierKey, verifyNote } from '@prime-registry/tlog';
import { isA, unless } from '../errors/expected.ts';
import { NODE_CRYPTO } from '../log/node-crypto.ts';

/** The names of those that have; a wrong signature is none. */
export function listNoteSigners(note: string, keys: readonly VerifierKey[]): string[] {
  return keys.filter((key) => hasSigned(note, key)).map(({ name }) => name);
}

function hasSigned(note: string, key: VerifierKey): boolean {
  const verify = (): boolean => verifyNote(NODE_CRYPTO.verifiers, parseNote(note), [key]).length > 0;
  return unless(isA(TlogError), verify) === true;
}
