// The language of conditions: equal, one of several, with a beginning. Nothing else: a rule must be readable by anyone who has to
// answer for it, and take the same time for every token.
import type { ClaimCondition } from './trust-rule.ts';

/** Whether the text of a claim is what a condition wants. */
export function isMet(condition: ClaimCondition, text: string): boolean {
  if (typeof condition === 'string') return text === condition;
  return 'prefix' in condition ? text.startsWith(condition.prefix) : condition.includes(text);
}

/** What a condition wants, for people. */
export function describeCondition(condition: ClaimCondition): string {
  if (typeof condition === 'string') return condition === '' ? 'an empty text' : condition;
  return 'prefix' in condition ? `${condition.prefix}…` : condition.join(' or ');
}
