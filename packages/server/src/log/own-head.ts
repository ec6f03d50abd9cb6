// Whether a note that somebody else shows is a head that a key of this log has signed: only then it is evidence.
import {
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  TlogError,
  type Verifiers,
  verifyNote,
} from '@prime-registry/tlog';
import { sha256 } from '../signing/ed25519.ts';
import type { LogSigner } from '../signing/log-signer.ts';

/** False for anything malformed. */
export function isOwnHead(
  note: string,
  { origin, vkeys }: Pick<LogSigner, 'origin' | 'vkeys'>,
  verifiers: Verifiers,
): boolean {
  try {
    const parsed = parseNote(note);
    verifyNote(
      verifiers,
      parsed,
      vkeys.map((vkey) => parseVerifierKey(sha256, vkey)),
    );
    return parseCheckpoint(parsed.text).origin === origin;
  } catch (error) {
    if (error instanceof TlogError) return false;
    throw error;
  }
}
