// The arguments of each tool.
import { SEARCH_LIMITS } from '@prime-registry/protocol';
import { BUDGET_LIMITS } from './answers/budget.ts';
import type { ArgumentTable } from './arguments/argument.ts';
import { MAX_REFERENCE_LENGTH, MAX_WANTED_LENGTH } from './mistakes/read-reference.ts';

const BUDGET = { type: 'number', ...BUDGET_LIMITS, description: 'Most tokens of the answer' } as const;
const CURSOR = word("'next' of the answer before", 64);

function word(description: string, maxLength: number) {
  return { type: 'text', isRequired: false, maxLength, description } as const;
}

function required(description: string, maxLength: number) {
  return { ...word(description, maxLength), isRequired: true } as const;
}

export const SEARCH_ARGUMENTS = {
  query: required('Two to five words that the text should have', SEARCH_LIMITS.maxTextLength),
  scope: word('Only Primes of this owner, as @acme', MAX_REFERENCE_LENGTH),
  kind: word('Only atoms of this kind, as rule', 128),
  read: { type: 'flag', description: 'Give the texts of the atoms that fit best, within the budget' },
  limit: { type: 'number', minimum: 1, maximum: 20, default: 5, description: 'Most Primes' },
  cursor: CURSOR,
  budget: BUDGET,
} as const satisfies ArgumentTable;

export const ATOM_ARGUMENTS = {
  id: required('As @acme/rule-line-length', MAX_REFERENCE_LENGTH),
  detail: {
    type: 'choice',
    values: ['core', 'summary', 'full'],
    description: 'full adds examples and sources',
  },
  prime: word('Only from this Prime', MAX_REFERENCE_LENGTH),
  version: word('Version or range of the Prime', MAX_WANTED_LENGTH),
  cursor: CURSOR,
  budget: BUDGET,
} as const satisfies ArgumentTable;

export const PRIME_ARGUMENTS = {
  name: required('As @acme/web-style', MAX_REFERENCE_LENGTH),
  version: word('Version, range or channel', MAX_WANTED_LENGTH),
  kind: word('Only atoms of this kind', 128),
  cursor: CURSOR,
  budget: BUDGET,
} as const satisfies ArgumentTable;

export const RESOLVE_ARGUMENTS = {
  requires: {
    type: 'list',
    maxItems: 20,
    maxLength: MAX_REFERENCE_LENGTH,
    description: "As ['@acme/web-style@^1.2']",
  },
  budget: BUDGET,
} as const satisfies ArgumentTable;
