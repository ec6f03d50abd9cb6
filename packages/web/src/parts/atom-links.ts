// The atoms of a version by id, and the edges that lead to each.

/** An edge, seen from its target. */
interface BackLink {
  readonly verb: string;
  readonly id: string;
}

/** What the page of an atom needs about all other atoms. */
export interface AtomLinks {
  readonly kinds: ReadonlyMap<string, string>;
  readonly ledFrom: ReadonlyMap<string, readonly BackLink[]>;
  /** Number of atoms and edges. */
  readonly size: number;
}

/** The maximum number of edges that are shown at their targets: a Prime of 900 atoms has some 9,000. */
const MAX_LINKS = 50_000;

/** An atom and its edges. */
interface LinkedAtom {
  readonly id: string;
  readonly kind: string;
  readonly edges: readonly { readonly verb: string; readonly target: string }[];
}

/** Collects links. After the maximum number, further edges are left out. */
export class AtomLinker {
  readonly #kinds = new Map<string, string>();
  readonly #ledFrom = new Map<string, BackLink[]>();
  #edges = 0;

  /** Whether edges of further atoms are left out, so that they need not be decoded. */
  get isFull(): boolean {
    return this.#edges >= MAX_LINKS;
  }

  add({ id, kind, edges }: LinkedAtom): void {
    this.#kinds.set(id, kind);
    for (const { verb, target } of edges.slice(0, MAX_LINKS - this.#edges)) {
      const links = this.#ledFrom.get(target);
      if (links === undefined) this.#ledFrom.set(target, [{ verb, id }]);
      else links.push({ verb, id });
      this.#edges += 1;
    }
  }

  finish(): AtomLinks {
    return { kinds: this.#kinds, ledFrom: this.#ledFrom, size: this.#kinds.size + this.#edges };
  }
}
