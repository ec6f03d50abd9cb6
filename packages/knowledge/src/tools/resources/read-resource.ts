// Reads an atom by its address as a resource: the text alone.
import { createHiddenBudget, escapeHidden, type Parsed } from '@prime-registry/protocol';
import type { KnowledgeSource } from '../../source/knowledge-source.ts';
import { toOneLine } from '../answers/facts.ts';
import { isMissing, requireAtom } from '../mistakes/missing.ts';
import { ToolMistake } from '../mistakes/tool-mistake.ts';
import type { ToolCall, ToolOptions } from '../tool-options.ts';
import { parseResourceUri, type ResourcePlace } from './resource-uri.ts';

export interface ResourceText {
  readonly mimeType: 'text/markdown';
  /** The words of the author, hidden characters in a visible form; at most 64 Ki characters before that. */
  readonly text: string;
  /** Whether the address has a version: then the text never changes. */
  readonly isFixed: boolean;
}

/**
 * The text at an address, or why there is none: the message is for the model that asked.
 * @throws RegistryError if the source cannot tell; the reason of `signal`
 */
export async function readResource(
  source: KnowledgeSource,
  uri: string,
  options: ToolOptions = {},
): Promise<Parsed<ResourceText>> {
  options.signal?.throwIfAborted();
  const place = parseResourceUri(uri);
  if (!place.ok) return place;
  try {
    return { ok: true, value: await read({ ...options, source }, place.value) };
  } catch (error) {
    if (error instanceof ToolMistake) return { ok: false, message: error.message };
    // The words of another registry.
    if (isMissing(error)) return { ok: false, message: toOneLine(error.message) };
    throw error;
  }
}

async function read(
  call: ToolCall,
  { prime, version, atom, level, isFixed }: ResourcePlace,
): Promise<ResourceText> {
  const located = await requireAtom(call, atom, { prime, version });
  const text = escapeHidden(located.texts[level], createHiddenBudget());
  return { mimeType: 'text/markdown', text, isFixed };
}
