// What a condition of a rule may be.
import { findHiddenInLine, isJsonObject } from '@prime-registry/protocol';
import type { ClaimCondition } from './trust-rule.ts';

const MAX_TEXTS = 100;
/** Longest text of a condition, and longest name of a claim, in characters. */
const MAX_TEXT_LENGTH = 512;

/** What is wrong with a condition; undefined if it is one. */
export function findConditionProblem(condition: unknown): string | undefined {
  const form = "write a text, a list of texts, or {prefix: 'a text'}";
  if (typeof condition === 'string') return findTextProblem(condition);
  if (Array.isArray(condition)) {
    if (condition.length === 0) return `an empty list is never met; ${form}`;
    if (condition.length > MAX_TEXTS) return `the list has more than ${MAX_TEXTS} texts`;
    if (!condition.every((text) => typeof text === 'string'))
      return `the list has something else than texts; ${form}`;
    return condition.map(findTextProblem).find((problem) => problem !== undefined);
  }
  if (!isJsonObject(condition)) return `it is no condition; ${form}`;
  const { prefix } = condition;
  if (Object.keys(condition).join() !== 'prefix' || typeof prefix !== 'string')
    return `it is no condition; ${form}`;
  return prefix === '' ? 'every text begins with an empty prefix' : findTextProblem(prefix);
}

function findTextProblem(text: string): string | undefined {
  if (text.length > MAX_TEXT_LENGTH) return `a text has more than ${MAX_TEXT_LENGTH} characters`;
  return findHiddenInLine(text) === undefined ? undefined : 'a text has invisible characters';
}

/** Whether a value is a condition. */
export function isCondition(value: unknown): value is ClaimCondition {
  return findConditionProblem(value) === undefined;
}
