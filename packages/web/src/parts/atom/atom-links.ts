// The atoms of a version as links to them need them: what they say, the edges that lead to each, and the order to read them
// in. It is made for all atoms at once, maybe in another thread, and read for a few of them: columns are copied in a
// millisecond, objects for ten thousand atoms in ten.
import type { AtomGlimpse } from '@prime-registry/store';

/** The columns. Atoms and verbs are numbers: indexes of these arrays. */
export interface LinkColumns {
  /** Sorted. */
  readonly ids: readonly string[];
  readonly kinds: readonly string[];
  /** The index in kinds of each atom. */
  readonly kindOf: Uint32Array;
  readonly labels: readonly (string | undefined)[];
  readonly descriptions: readonly string[];
  readonly verbs: readonly string[];
  /** The verb and the source of each edge, by target. */
  readonly verbOf: Uint32Array;
  readonly sources: Uint32Array;
  /** Where the edges to each atom begin, and where the last ones end. */
  readonly starts: Uint32Array;
  /** The atoms in reading order. */
  readonly order: Uint32Array;
}

/** The memory of an atom besides its texts, and of an edge, in bytes. */
const [ATOM_BYTES, EDGE_BYTES] = [120, 8];

export class AtomLinks {
  readonly #columns: LinkColumns;

  constructor(columns: LinkColumns) {
    this.#columns = columns;
  }

  /** Their memory, in bytes. */
  get size(): number {
    const { ids, labels, descriptions, sources } = this.#columns;
    const lengthOf = (texts: readonly (string | undefined)[]): number =>
      texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    const texts = lengthOf(ids) + lengthOf(labels) + lengthOf(descriptions);
    return texts + ids.length * ATOM_BYTES + sources.length * EDGE_BYTES;
  }

  has(id: string): boolean {
    return this.#indexOf(id) !== undefined;
  }

  /** What links to the atom say. */
  find(id: string): AtomGlimpse | undefined {
    const index = this.#indexOf(id);
    if (index === undefined) return undefined;
    const { kinds, kindOf, labels, descriptions } = this.#columns;
    return {
      kind: kinds[kindOf[index] ?? 0] ?? '',
      label: labels[index],
      description: descriptions[index] ?? '',
    };
  }

  /** The edges that lead to the atom, by the ids of their sources. */
  ledFrom(id: string): { readonly verb: string; readonly id: string }[] {
    const index = this.#indexOf(id);
    if (index === undefined) return [];
    const { ids, starts, sources, verbs, verbOf } = this.#columns;
    const from = starts[index] ?? 0;
    return Array.from(sources.subarray(from, starts[index + 1]), (source, edge) => ({
      verb: verbs[verbOf[from + edge] ?? 0] ?? '',
      id: ids[source] ?? '',
    }));
  }

  /** Where the atom stands in the reading order. */
  findPlace(id: string) {
    const index = this.#indexOf(id);
    if (index === undefined) return undefined;
    const { ids, order } = this.#columns;
    const place = order.indexOf(index);
    const idAt = (at: number): string | undefined => ids[order[at] ?? -1];
    return { position: place + 1, count: order.length, previous: idAt(place - 1), next: idAt(place + 1) };
  }

  #indexOf(id: string): number | undefined {
    const { ids } = this.#columns;
    let [from, to] = [0, ids.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((ids[middle] ?? '') < id) from = middle + 1;
      else to = middle;
    }
    return ids[from] === id ? from : undefined;
  }
}
