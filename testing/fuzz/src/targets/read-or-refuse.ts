// Parsers that refuse what they cannot read with one kind of error.
import { TlogError } from '@prime-registry/tlog';
import { checkMessage } from './path.ts';

/** Names and texts of the input in a message: quoted, or after these words. */
const OF_THE_INPUT = /"(?:[^"\\]|\\.)*"|(?<=key of |by |defines |name |quorum |checkpoint of )\S.*/g;

/** What a parser reads, or the outline of its message. @throws any error that is no {@link TlogError} */
export function readOrRefuse<Value>(
  parse: () => Value,
): { readonly value: Value } | { readonly refused: string } {
  try {
    return { value: parse() };
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    checkMessage(error.message);
    return { refused: checkMessage(error.message.replaceAll(OF_THE_INPUT, '…')) };
  }
}
