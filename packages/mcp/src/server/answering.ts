// Errors of the source: those that concern the caller are in the answer, others only in the log of the operator.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { toOneLine } from '@prime-registry/knowledge';
import { RegistryError } from '@prime-registry/protocol';

/**
 * Lets a source answer.
 * @throws ProtocolError with the sentence of a RegistryError, or without details
 */
export async function answering<T>(
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
  answer: () => Promise<T>,
): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    // Nobody waits for the answer any more.
    if (signal.aborted) throw error;
    const isTold = error instanceof RegistryError && error.code !== 'internal_error';
    if (!isTold) onFailure(error);
    // The words may be those of another registry.
    const message = isTold
      ? toOneLine(error.message)
      : 'An internal error; the log of the operator has the details.';
    throw new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
}
