// Collects what links to the atoms of a version need.
import type { AtomGlimpse } from '@prime-registry/store';
import { cutText } from '../prime/prime-entries.ts';
import type { LinkColumns } from './atom-links.ts';

/** The maximum number of edges that are shown at their targets: a Prime of 900 atoms has some 9,000. */
const MAX_LINKS = 50_000;

/** In characters; links show the first sentence. */
const MAX_DESCRIPTION_LENGTH = 300;

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
