// What a call of a tool takes besides its arguments, and what it gives.

/** The answer of a tool. */
export interface ToolResult {
  /** Facts, an empty line, then the words of authors. */
  readonly text: string;
  /** Whether the call has to be made in another way; the text says how. */
  readonly isError: boolean;
}

/** Options of a call. */
export interface ToolOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * A sentence for answers about something that was not found, on where else it may be, such as how to ask registries
   * if only installed Primes are read.
   */
  readonly elsewhere?: string | undefined;
}
