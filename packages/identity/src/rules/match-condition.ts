// The language of conditions: equal, one of several, with a beginning. Nothing else.
import type { ClaimCondition } from './trust-rule.ts';

/** The text of a claim; undefined if it is missing, empty of meaning, or not a text, an integer, true or false. */
export function textOfClaim(claims: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' || Number.isSafeInteger(value) ? String(value) : undefined;
}

/** Whether the text of a claim is what a condition wants. */
export function isMet(condition: ClaimCondition, text: string): boolean {
  if (typeof condition === 'string') return text === condition;
  if ('prefix' in condition) return text.startsWith(condition.prefix);
  return condition.includes(text);
}

/** What a condition wants, for people. */
export function describeCondition(condition: ClaimCondition): string {
  if (typeof condition === 'string') return condition;
  return 'prefix' in condition ? `${condition.prefix}…` : condition.join(' or ');
}
