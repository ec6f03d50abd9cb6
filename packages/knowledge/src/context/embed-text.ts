// placeholder until the document part is here
import { createHiddenBudget, escapeHidden } from '@prime-registry/protocol';

export function embedText(text: string): string {
  return escapeHidden(text, createHiddenBudget())
    .trim()
    .replaceAll(/^(#{1,6})(?=\s)/gm, (marks) => '#'.repeat(Math.min(6, marks.length + 2)));
}

export function toFact(text: string): string {
  return escapeHidden(text.slice(0, 200), createHiddenBudget()).replaceAll(/\s+/g, ' ').trim();
}
