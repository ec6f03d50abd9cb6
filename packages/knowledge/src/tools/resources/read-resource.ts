// Reads an atom by its address as a resource: the text alone.
import { createHiddenBudget, escapeHidden, type Parsed } from '@prime-registry/protocol';
import type { KnowledgeSource } from '../../source/knowledge-source.ts';
import { explainMissingAtom } from '../mistakes/missing.ts';
import { readOptions, type ToolOptions } from '../tool-options.ts';
import { parseResourceUri } from './resource-uri.ts';

/** The text of a resource. */
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
  const { prime, version, atom, level, isFixed } = place.value;
  const located = await source.findAtom(atom, { prime, wanted: version }, readOptions(options));
  if (located === undefined) {
    const { message } = await explainMissingAtom(source, atom, { prime, version }, options);
    return { ok: false, message };
  }
  const text = escapeHidden(located.texts[level], createHiddenBudget());
  return { ok: true, value: { mimeType: 'text/markdown', text, isFixed } };
}
