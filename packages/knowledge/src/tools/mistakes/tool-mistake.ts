// A call that cannot be answered, in words for the model that made it. Errors that it cannot act on are left out.
import { RegistryError } from '@prime-registry/protocol';
import { toOneLine } from '../answers/facts.ts';

/** The message says what was wrong and what would be right. It becomes the text of a result with `isError`. */
export class ToolMistake extends Error {
  override readonly name = 'ToolMistake';

  /** @param lines - each becomes one line, whatever a source says in the place of a name or a version */
  constructor(...lines: readonly string[]) {
    super(lines.map(toOneLine).join('\n'));
  }
}

/**
 * The text for the model; undefined for defects, and for errors of access (401, 403), which concern the person who configured
 * the agent.
 */
export function explainError(error: unknown): string | undefined {
  if (error instanceof ToolMistake) return error.message;
  if (!(error instanceof RegistryError) || error.status === 401 || error.status === 403) return undefined;
  return toOneLine(error.message);
}
