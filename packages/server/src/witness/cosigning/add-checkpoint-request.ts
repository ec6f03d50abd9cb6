// A request to cosign a head.
import { RegistryError } from '@prime-registry/protocol';
import {
  type AddCheckpoint,
  addSignatures,
  type Checkpoint,
  type Note,
  parseAddCheckpoint,
  parseCheckpoint,
  parseNote,
  TlogError,
} from '@prime-registry/tlog';

/** A request whose form is right. */
export interface CosignRequest extends Omit<AddCheckpoint, 'checkpoint'> {
  readonly note: Note;
  readonly head: Checkpoint;
}

/** @throws RegistryError `invalid_request` */
export function parseCosignRequest(body: string): CosignRequest {
  try {
    const { checkpoint, ...rest } = parseAddCheckpoint(body);
    const { text, signatures } = parseNote(checkpoint);
    // One of each key: a stranger can repeat a signature. Each costs a verification, and with one more it would be a note that is
    // too long to be read again.
    const note = addSignatures({ text, signatures: [] }, signatures);
    return { ...rest, note, head: parseCheckpoint(text) };
  } catch (error) {
    if (error instanceof TlogError) throw invalid(error.message);
    throw error;
  }
}

export function invalid(why: string): RegistryError {
  return new RegistryError('invalid_request', { detail: `The body is no add-checkpoint request: ${why}.` });
}
