// The atoms of a version as links to them need them: what they say, the edges that lead to each, and the order to read them
// in. It is made for all atoms at once, maybe in another thread, and read for a few of them: columns are copied in a
// millisecond, objects for ten thousand atoms in ten.
import type { AtomGlimpse } from '@prime-registry/store';
import { cutText } from '../prime/prime-entries.ts';

/** An edge, seen from its target. */
interface BackLink {
  readonly verb: string;
  readonly id: string;
}

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

/** The maximum number of edges that are shown at their targets: a Prime of 900 atoms has some 9,000. */
const MAX_LINKS = 50_000;
/** The memory of an atom besides its texts, and of an edge, in bytes. */
const [ATOM_BYTES, EDGE_BYTES] = [120, 8];
/** In characters; links show the first sentence. */
const MAX_DESCRIPTION_LENGTH = 300;

/** Reads the columns. */
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
  ledFrom(id: string): BackLink[] {
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

/** Collects the columns: {@link add} the atoms, sorted by id, then {@link link} them. */
export class AtomLinker {
  readonly #indexes = new Map<string, number>();
  readonly #kinds = new Numbers();
  readonly #kindOf: number[] = [];
  readonly #labels: (string | undefined)[] = [];
  readonly #descriptions: string[] = [];
  readonly #verbs = new Numbers();
  readonly #verbOf: number[] = [];
  readonly #sources: number[] = [];
  readonly #targets: number[] = [];

  add(id: string, { kind, label, description }: AtomGlimpse): void {
    this.#indexes.set(id, this.#indexes.size);
    this.#kindOf.push(this.#kinds.of(kind));
    this.#labels.push(label && copy(cutText(label, MAX_DESCRIPTION_LENGTH)));
    this.#descriptions.push(shorten(description));
  }

  /** An edge between two of the atoms. After the maximum number, further edges are left out. */
  link(from: string, verb: string, to: string): void {
    const [source, target] = [this.#indexes.get(from), this.#indexes.get(to)];
    if (source === undefined || target === undefined || this.#sources.length === MAX_LINKS) return;
    this.#verbOf.push(this.#verbs.of(verb));
    this.#sources.push(source);
    this.#targets.push(target);
  }

  /** @param order - the ids in reading order */
  finish(order: readonly string[]): LinkColumns {
    const starts = new Uint32Array(this.#indexes.size + 1);
    for (const target of this.#targets) starts[target + 1] = (starts[target + 1] ?? 0) + 1;
    for (let index = 1; index < starts.length; index += 1)
      starts[index] = (starts[index] ?? 0) + (starts[index - 1] ?? 0);
    const [sources, verbOf] = [new Uint32Array(this.#targets.length), new Uint32Array(this.#targets.length)];
    const next = starts.slice();
    for (const [edge, target] of this.#targets.entries()) {
      const place = next[target] ?? 0;
      next[target] = place + 1;
      sources[place] = this.#sources[edge] ?? 0;
      verbOf[place] = this.#verbOf[edge] ?? 0;
    }
    return {
      ...{ ids: [...this.#indexes.keys()], labels: this.#labels, descriptions: this.#descriptions },
      ...{ kinds: this.#kinds.texts, kindOf: Uint32Array.from(this.#kindOf) },
      ...{ verbs: this.#verbs.texts, verbOf, sources, starts },
      order: Uint32Array.from(order, (id) => this.#indexes.get(id) ?? 0),
    };
  }
}

/** Numbers texts in the order in which they come first. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  get texts(): string[] {
    return [...this.#numbers.keys()];
  }

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(copy(text), number);
    return number;
  }
}

function shorten(text: string): string {
  return text.length <= MAX_DESCRIPTION_LENGTH ? text : copy(cutText(text, MAX_DESCRIPTION_LENGTH));
}

/** A part of a text would keep all of it in memory. */
function copy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
