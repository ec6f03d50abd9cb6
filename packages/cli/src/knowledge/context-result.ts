// A context as programs read it.
import type { PackedContext } from '@prime-registry/knowledge';

/** A context, and what it was packed for. */
export interface ContextResult {
  /** The words that are no ids. */
  readonly query: string;
  readonly ids: readonly string[];
  readonly budget: number;
  /** Tokens of the text (estimated). */
  readonly tokens: number;
  readonly text: string;
  readonly atoms: readonly {
    readonly id: string;
    readonly kind: string;
    readonly prime: PackedContext['atoms'][number]['prime'];
    readonly level: string;
    readonly tokens: number;
    readonly reason: string;
    readonly required_by?: string;
  }[];
  readonly left_out: readonly {
    readonly id: string;
    readonly prime: PackedContext['atoms'][number]['prime'];
    /** Of the full text. */
    readonly tokens: number;
    /** The atom of the context that says almost the same. */
    readonly like?: string;
  }[];
  readonly missing: PackedContext['missing'];
  readonly unmet: readonly { readonly id: string; readonly required_by: string }[];
  readonly corrected: PackedContext['corrected'];
  readonly incomplete: PackedContext['incomplete'];
  readonly unread: PackedContext['unread'];
}

/** A packed context with what was asked for. */
export function toContextResult(
  asked: Pick<ContextResult, 'query' | 'ids' | 'budget'>,
  { tokens, text, atoms, leftOut, missing, unmet, corrected, incomplete, unread }: PackedContext,
): ContextResult {
  return {
    ...asked,
    tokens,
    text,
    atoms: atoms.map(({ requiredBy, ...atom }) => ({
      ...atom,
      ...(requiredBy !== undefined && { required_by: requiredBy }),
    })),
    left_out: leftOut.map((each) => ({
      id: each.id,
      prime: each.prime,
      tokens: each.tokens,
      ...(each.why === 'alike' && { like: each.other }),
    })),
    missing,
    unmet: unmet.map(({ id, requiredBy }) => ({ id, required_by: requiredBy })),
    corrected,
    incomplete,
    unread,
  };
}
