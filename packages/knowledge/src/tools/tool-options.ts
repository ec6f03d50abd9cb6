// The options and the result of a tool call.
import type { KnowledgeSource, ReadOptions } from '../source/knowledge-source.ts';

export interface ToolResult {
  /** Facts, an empty line, then the words of authors. */
  readonly text: string;
  /** Whether the call has to be made in another way; the text says how. */
  readonly isError: boolean;
}

export interface ToolOptions extends ReadOptions {
  /**
   * A sentence for answers about something that was not found, on where else it may be, such as how to ask registries
   * if only installed Primes are read.
   */
  readonly elsewhere?: string | undefined;
}

/** A call of a tool: what it reads from, and its options. */
export interface ToolCall extends ToolOptions {
  readonly source: KnowledgeSource;
}
