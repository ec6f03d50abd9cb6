// An atom that may be in a context.
import { type Edge, isNeed, type TextLevel } from '@prime-registry/atoms';
import { scopeOf } from '@prime-registry/protocol';
import type { KnowledgeSource } from '../source/knowledge-source.ts';
import type { KnownAtom, LocatedAtom } from '../source/known-prime.ts';

/** Of an atom. */
const MAX_LINKS = 32;
/** Of an atom; a context has fewer of them. */
const MAX_NEEDS = 64;

export interface PoolAtom {
  readonly atom: KnownAtom;
  readonly prime: LocatedAtom['prime'];
  /** What its Prime says about itself. */
  readonly primeText: string;
  /** Ids of the atoms that it needs, in the order of its edges. */
  readonly needs: readonly string[];
  /** Ids of atoms that its edges lead to, at most 32. */
  readonly links: readonly string[];
  /** Texts that were read already. */
  readonly texts: Partial<Record<TextLevel, string>>;
}

/** The atoms that may be in a context, by id. Of several with the same id, the one of the better Prime; see preferHomes. */
export type Pool = Map<string, PoolAtom>;

/** A pool that is filled, and what it is read from. */
export interface Reading {
  readonly source: KnowledgeSource;
  readonly pool: Pool;
  readonly signal: AbortSignal | undefined;
}

/** Whether an atom is in a Prime of its own scope. */
export function isAtHome({ atom, prime }: PoolAtom): boolean {
  return scopeOf(atom.id) === scopeOf(prime.name);
}

/** An atom that was read alone. */
export function toPoolAtom({ atom, prime, texts, edges }: LocatedAtom): PoolAtom {
  return {
    atom,
    prime,
    primeText: prime.name,
    needs: needsOf(edges),
    links: linksOf(edges),
    texts: { ...texts },
  };
}

export function linksOf(edges: readonly Pick<Edge, 'target'>[]): string[] {
  return [...new Set(edges.map(({ target }) => target))].slice(0, MAX_LINKS);
}

export function needsOf(edges: readonly Pick<Edge, 'verb' | 'target'>[]): string[] {
  return [...new Set(edges.filter(({ verb }) => isNeed(verb)).map(({ target }) => target))].slice(
    0,
    MAX_NEEDS,
  );
}
