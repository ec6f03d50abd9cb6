// Reads the texts of search results within the token budget: `read` of search_knowledge.
import { packContext } from '../../context/pack-context.ts';
import type { KnowledgeSource } from '../../source/knowledge-source.ts';
import { readOptions, type ToolOptions } from '../tool-options.ts';
import type { SearchRequest } from './search-request.ts';

/** The answer: a context. */
export async function readFound(
  source: KnowledgeSource,
  { query, scope, kind, budget }: SearchRequest,
  options: ToolOptions,
): Promise<string> {
  const { text, atoms, leftOut, missing } = await packContext(
    source,
    { query, scope, kind, budget },
    { readHint: 'Read what was left out with read_atom.', ...readOptions(options) },
  );
  if (atoms.length > 0 || leftOut.length > 0 || missing.length > 0) return text.trimEnd();
  return ['Nothing matches.', 'Try other words, or leave scope and kind out.', options.elsewhere]
    .filter((line) => line !== undefined)
    .join('\n');
}
