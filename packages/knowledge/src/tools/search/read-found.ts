// The texts of what a search finds, within the budget: what `read` of search_knowledge gives.
import { createHiddenBudget, escapeHidden } from '@prime-registry/protocol';
import type { KnowledgeSource } from '../../source/knowledge-source.ts';
import { Budget } from '../answers/budget.ts';
import { joinAnswer, toLine } from '../answers/facts.ts';
import { readOptions, type ToolOptions } from '../tool-options.ts';
import type { SearchRequest } from './search-request.ts';

/** Room for the first line, in tokens. */
const FIRST_LINE_TOKENS = 30;

/** The answer: core texts of the atoms that were found, best first, as many as fit. */
export async function readFound(
  source: KnowledgeSource,
  { query, scope, kind, limit, budget: tokens }: SearchRequest,
  options: ToolOptions,
): Promise<string> {
  const { hits } = await source.search({ text: query, scope, kind, limit, offset: 0 }, readOptions(options));
  const budget = new Budget(Math.max(0, tokens - FIRST_LINE_TOKENS));
  const parts: string[] = [];
  let leftOut = 0;
  for (const { name, version, atoms } of hits) {
    const ids = atoms.map(({ id }) => id);
    const texts = await source.readTexts({ name, version }, ids, 'core', readOptions(options));
    for (const { id, kind: atomKind } of atoms) {
      const text = escapeHidden(texts.get(id) ?? '', createHiddenBudget());
      const part = `[${id} · ${toLine(atomKind, 64)} · ${name} ${version}]\n${text.trim()}\n`;
      if (budget.take(part)) parts.push(part);
      else leftOut += 1;
    }
  }
  if (parts.length === 0 && leftOut === 0)
    return 'Nothing matches.\nTry fewer or other words, or leave scope and kind out.';
  return joinAnswer(
    [`atoms ${parts.length}; left out for the budget: ${leftOut}`],
    parts.join('\n').trimEnd(),
  );
}
