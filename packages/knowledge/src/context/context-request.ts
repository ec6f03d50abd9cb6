// What a context is asked for with, and what it is: the atoms that matter for a task, within a number of tokens.
import type { TextLevel } from '@prime-registry/atoms';
import type { PrimeVersion } from '../source/known-prime.ts';

/** Limits of a request. Budgets are in tokens, as estimateTokens counts them. */
export const CONTEXT_LIMITS = {
  /** Less has no room for one atom. */
  minBudget: 100,
  maxBudget: 200_000,
  defaultBudget: 8000,
  maxIds: 50,
  /** Characters of a query; what follows is not read. */
  maxQuery: 2000,
} as const;

/** What a context is for: a query, ids, or both. */
export interface ContextRequest {
  /** The task, in plain words. Ids and names of Primes in it are as in `ids`. */
  readonly query?: string | undefined;
  /**
   * Ids of atoms, which are in before others, and names of Primes: with one, only these Primes are searched; without a
   * query, all their atoms are candidates.
   */
  readonly ids?: readonly string[] | undefined;
  /** `@acme`: search only in Primes of this scope. */
  readonly scope?: string | undefined;
  /** Search only atoms of this kind. Requirements have any. */
  readonly kind?: string | undefined;
  /** The most tokens of the whole text, header and list of omissions included. See {@link CONTEXT_LIMITS}. */
  readonly budget: number;
}

/** Options that do not change which atoms are chosen. */
export interface ContextOptions {
  /** One sentence of at most 200 characters that says how to read an atom that was left out. */
  readonly readHint?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Why an atom is in a context. */
export type ContextReason = 'asked' | 'found' | 'required';

export interface ContextAtom {
  readonly id: string;
  readonly kind: string;
  readonly prime: PrimeVersion;
  /** The length of its text here. */
  readonly level: TextLevel;
  /** Tokens that it takes here, with its header line. */
  readonly tokens: number;
  readonly reason: ContextReason;
  /** The first atom of the context that needs it; only of `required` ones. */
  readonly requiredBy?: string;
}

/** Why an atom is not in a context: it did not fit, or another one says almost the same. */
export type Omission = { readonly why: 'room' } | { readonly why: 'alike'; readonly other: string };

/** An atom that matches but is not in a context. */
export type LeftOutAtom = Omission & {
  readonly id: string;
  readonly prime: PrimeVersion;
  /** Of its full text. */
  readonly tokens: number;
};

export interface PackedContext {
  /** Markdown: a line of facts, atoms with their requirements before them, and what was left out. */
  readonly text: string;
  /** Tokens of the text, at most the budget. */
  readonly tokens: number;
  /** In the order of the text. */
  readonly atoms: readonly ContextAtom[];
  /** Best first, at most 100. */
  readonly leftOut: readonly LeftOutAtom[];
  /** Ids and names that nothing has, with those that look like them. */
  readonly missing: readonly { readonly id: string; readonly similar: readonly string[] }[];
  /** What atoms of the context need and the source does not have, at most 20. */
  readonly unmet: readonly { readonly id: string; readonly requiredBy: string }[];
  /** Words of the query that the search corrected. */
  readonly corrected: readonly { readonly from: string; readonly to: string }[];
  /** Base URLs of registries that did not answer in time. */
  readonly incomplete: readonly string[];
  /** Names of Primes that a search found but that could not be read. */
  readonly unread: readonly string[];
}
