// Resolves the targets of edges when all atoms of a Prime are known.
import { scopeOf } from '@prime-registry/protocol';
import type { BareEdge, Edge } from '../atom.ts';

/** Resolves edges against the ids of one Prime. */
export class EdgeResolver {
  readonly #ids: ReadonlySet<string>;
  readonly #scopes: ReadonlySet<string>;

  constructor(ids: Iterable<string>) {
    this.#ids = new Set(ids);
    this.#scopes = new Set(Array.from(this.#ids, scopeOf));
  }

  resolve({ verb, target }: BareEdge): Edge {
    return { verb, target, standing: this.#standingOf(target) };
  }

  #standingOf(target: string): Edge['standing'] {
    if (this.#ids.has(target)) return 'inside';
    return this.#scopes.has(scopeOf(target)) ? 'dangling' : 'outside';
  }
}
