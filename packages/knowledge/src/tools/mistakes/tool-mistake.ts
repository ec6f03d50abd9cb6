// A call that cannot be answered, in words for the model that made it.

/** The message says what was wrong and what would be right. It becomes the text of a result with `isError`. */
export class ToolMistake extends Error {
  override readonly name = 'ToolMistake';
}
