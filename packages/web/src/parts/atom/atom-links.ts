// The atoms of a version by id: what links to them say, the edges that lead to each, and the order to read them in.
import type { AtomGlimpse } from '@prime-registry/store';
import { cutText } from '../prime/prime-entries.ts';

/** An edge, seen from its target. */
interface BackLink {
  readonly verb: string;
  readonly id: string;
}

/** What the page of an atom needs about all other atoms. */
export interface AtomLinks {
  readonly atoms: ReadonlyMap<string, AtomGlimpse>;
  readonly ledFrom: ReadonlyMap<string, readonly BackLink[]>;
  /** The ids in reading order. */
  readonly order: readonly string[];
  /** Number of atoms and edges, each atom as some edges. */
  readonly size: number;
}

/** The maximum number of edges that are shown at their targets: a Prime of 900 atoms has some 9,000. */
const MAX_LINKS = 50_000;
/** An atom takes the memory of this many edges. */
const ATOM_SIZE = 4;
/** In characters; links show the first sentence. */
const MAX_DESCRIPTION_LENGTH = 300;

/** An atom and its edges. */
interface LinkedAtom extends AtomGlimpse {
  readonly id: string;
  readonly edges: readonly { readonly verb: string; readonly target: string }[];
}

/** Collects links. After the maximum number, further edges are left out. */
export class AtomLinker {
  readonly #atoms = new Map<string, AtomGlimpse>();
  readonly #ledFrom = new Map<string, BackLink[]>();
  #edges = 0;

  /** @returns the edges of the atom that were not left out */
  add({ id, kind, label, description, edges }: LinkedAtom): LinkedAtom['edges'] {
    this.#atoms.set(id, { kind, label: label && shorten(label), description: shorten(description) });
    const kept = edges.slice(0, MAX_LINKS - this.#edges);
    for (const { verb, target } of kept) {
      const links = this.#ledFrom.get(target);
      if (links === undefined) this.#ledFrom.set(target, [{ verb, id }]);
      else links.push({ verb, id });
    }
    this.#edges += kept.length;
    return kept;
  }

  /** @param order - the ids in reading order */
  finish(order: readonly string[]): AtomLinks {
    const size = this.#atoms.size * ATOM_SIZE + this.#edges;
    return { atoms: this.#atoms, ledFrom: this.#ledFrom, order, size };
  }
}

/** The beginning, as a copy: a part of a text would keep all of it in memory. */
function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  return JSON.parse(JSON.stringify(cutText(text, MAX_DESCRIPTION_LENGTH))) as string;
}
