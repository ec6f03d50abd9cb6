// A call that cannot be answered, in words for the model that made it.
import { toOneLine } from '../answers/facts.ts';

/** The message says what was wrong and what would be right. It becomes the text of a result with `isError`. */
export class ToolMistake extends Error {
  override readonly name = 'ToolMistake';

  /** @param lines - each becomes one line, whatever a source says in the place of a name or a version */
  constructor(...lines: readonly string[]) {
    super(lines.map(toOneLine).join('\n'));
  }
}
