// Names of skills, by the Agent Skills specification: stricter than names of Primes.
import { MAX_SKILL_NAME_LENGTH } from './skill.ts';

const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether the text is a name: 1 to 64 of `a-z`, `0-9` and single `-`, which neither begins nor ends it. */
export function isSkillName(text: string): boolean {
  return text.length <= MAX_SKILL_NAME_LENGTH && SKILL_NAME.test(text);
}

/**
 * The name of the skill of a Prime: its short name, with one `-` for each run of `-`, `_` and `.`. Two Primes of a scope
 * may have the same.
 * @param prime - `@scope/name`
 */
export function skillNameOf(prime: string): string {
  return prime
    .slice(prime.indexOf('/') + 1)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
