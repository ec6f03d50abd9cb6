// Collects the atoms of all sources, within limits and without duplicate ids.
import { compareText } from '../hash/canonical-json.ts';
import type { Sha256 } from '../hash/content-hash.ts';
import { MAX_ATOMS, MAX_KEPT_CHARACTERS, MAX_KEPT_SOURCE } from '../limits.ts';
import type { ProblemList } from '../problem-list.ts';
import type { SourceDraft, SourceReading } from '../source/read-source-file.ts';

export type SourceFacts = Omit<SourceDraft, 'canonical'>;

/** An atom and its future hash. */
export interface SourceItem {
  readonly draft: SourceFacts;
  readonly hash: string | Promise<string>;
}

export class SourceAtoms {
  readonly #problems: ProblemList;
  readonly #sha256: Sha256;
  readonly #items: SourceItem[] = [];
  #characters = 0;
  #sourceCharacters = 0;

  constructor(problems: ProblemList, sha256: Sha256) {
    this.#problems = problems;
    this.#sha256 = sha256;
  }

  add(path: string, { atoms, problems }: SourceReading): void {
    for (const problem of problems) this.#problems.add(path, problem);
    for (const draft of atoms) this.#addAtom(path, draft);
  }

  #addAtom(path: string, draft: SourceDraft): void {
    const size = keptCharacters(draft);
    if (this.#items.length === MAX_ATOMS || this.#characters + size > MAX_KEPT_CHARACTERS) {
      this.#problems.errorOnce(path, FULL);
      return;
    }
    this.#characters += size;
    // Hashed immediately, so that the canonical text need not be kept.
    const { canonical, ...facts } = draft;
    const source = this.#keepSource(facts.source);
    this.#items.push({ draft: { ...facts, source }, hash: this.#sha256(canonical) });
  }

  /** An atom is complete without it, so the rest of a Prime with too long ones is read all the same. */
  #keepSource(source = ''): string | undefined {
    if (source === '' || this.#sourceCharacters + source.length > MAX_KEPT_SOURCE) return undefined;
    this.#sourceCharacters += source.length;
    return source;
  }

  /**
   * Each id once. Of two atoms with the same id, the first by path and line is used, independent of the order
   * of `add`.
   */
  list(): SourceItem[] {
    const first = new Map<string, SourceItem>();
    const sorted = this.#items.toSorted(
      ({ draft: a }, { draft: b }) => compareText(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0),
    );
    for (const item of sorted) {
      const { id, path, line = 1 } = item.draft;
      const known = first.get(id)?.draft;
      if (known === undefined) first.set(id, item);
      else {
        const where = known.path === path ? `line ${known.line}` : `${known.path}, line ${known.line}`;
        const message = `'${id}' is defined already in ${where}, which is used; give this atom another id`;
        this.#problems.add(path, {
          severity: 'error',
          ...{ line, column: 1, message },
          code: 'duplicate-id',
        });
      }
    }
    return [...first.values()];
  }
}

const FULL = `this and all later atoms were not read: a Prime has at most ${MAX_ATOMS} atoms with ${MAX_KEPT_CHARACTERS} characters`;

function keptCharacters({ description, label, tags, edges, texts, fields }: SourceDraft): number {
  let count = description.length + (label?.length ?? 0);
  for (const tag of tags) count += tag.length;
  for (const { verb, target } of edges) count += verb.length + target.length;
  for (const { field, fingerprint } of fields) count += field.length + fingerprint.length;
  return count + texts.summary.length + texts.core.length + texts.full.length;
}
