// Builds the inventory of a Prime from its files, in any order.
import { findHiddenInLine, scopeOf } from '@prime-registry/protocol';
import {
  type Atom,
  type AtomDraft,
  type Edge,
  type Inventory,
  TEXT_LEVELS,
  type TextLevel,
} from '../atom.ts';
import { findAtomFile } from '../atom-file.ts';
import { draftCompiled } from '../compiled/compiled-draft.ts';
import { type CompiledAtom, CompiledPrime } from '../compiled/compiled-prime.ts';
import { compareText } from '../hash/canonical-json.ts';
import { type Sha256, sha256Hex } from '../hash/content-hash.ts';
import { ProblemList } from '../problem-list.ts';
import { readSourceFile } from '../source/read-source-file.ts';
import { describeTooLong } from '../text/decode-text.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { findInnerContradictions } from './find-contradictions.ts';
import { inPieces } from './in-pieces.ts';
import { mergeForms } from './merge-forms.ts';
import { ReadBudget } from './read-budget.ts';
import { SourceAtoms } from './source-atoms.ts';

/**
 * Builds one inventory: {@link add} the files in any order, then {@link finish}. It never throws, and its
 * memory and time are bounded for any Prime. Both forms may be present: the sources define the atoms, and
 * compiled chunks are their texts, unless they are of other sources.
 */
export class InventoryBuilder {
  readonly #problems = new ProblemList();
  readonly #stale = new ProblemList();
  readonly #sha256: Sha256;
  readonly #sources: SourceAtoms;
  readonly #compiled = new CompiledPrime(this.#problems);
  readonly #budget = new ReadBudget(this.#problems);
  /** Whether there is any source, readable or not. If so, the sources define which atoms exist. */
  #hasSources = false;

  /** @param sha256 - by default with Web Cryptography; a synchronous one is faster */
  constructor(sha256: Sha256 = sha256Hex) {
    this.#sha256 = sha256;
    this.#sources = new SourceAtoms(this.#problems, sha256);
  }

  /**
   * Whether the file contains atoms, so that the caller must pass its bytes to {@link add}. A file that is
   * too long or over the budget is refused, and becomes a problem of the inventory.
   * @param path relative to the root of the Prime, as in `primes/sources/@acme/rule-one.prime`
   */
  wants(path: string, sizeBytes: number): boolean {
    const file = findFile(path);
    if (file === undefined) return false;
    this.#hasSources ||= file.type === 'source';
    if (sizeBytes <= file.maxBytes) return this.#budget.hasRoom(path, file, sizeBytes);
    this.#problems.error(path, describeTooLong(sizeBytes, file.maxBytes));
    return false;
  }

  /** Reads a file; other files are ignored. The bytes are not kept. */
  add(path: string, bytes: Uint8Array): void {
    const file = findFile(path);
    if (file === undefined) return;
    this.#hasSources ||= file.type === 'source';
    if (!this.#budget.take(path, file, bytes.length)) return;
    if (file.type === 'source') this.#sources.add(path, readSourceFile(path, bytes));
    else this.#compiled.add(path, file, bytes);
  }

  /** The inventory of all added files. Call it once. */
  async finish(): Promise<Inventory> {
    const compiled = this.#compiled.atoms();
    const drafts = this.#hasSources
      ? await mergeForms(this.#sources.list(), compiled, (...place) => this.#reportStale(...place))
      : await this.#draftCompiled([...compiled.values()]);
    const standingOf = createStanding(drafts.map(({ id }) => id));
    const sorted = drafts.toSorted((a, b) => compareText(a.id, b.id));
    const atoms = await inPieces(sorted, (draft) => toAtom(draft, standingOf));
    const places = this.#stale.list().map(({ path, message }) => ({ path, message }));
    return {
      atoms,
      ...{ problems: this.#problems.list(), problemCount: this.#problems.count },
      ...(places.length > 0 && { stale: { places, count: this.#stale.count } }),
    };
  }

  #draftCompiled(atoms: readonly CompiledAtom[]): Promise<AtomDraft[]> {
    return inPieces(atoms, (atom) => {
      for (const message of findInnerContradictions(atom))
        this.#problems.warn(atom.path, message, 'stale-compiled');
      return draftCompiled(atom, this.#sha256);
    });
  }

  #reportStale(path: string, message: string, line?: number): void {
    const place = line === undefined ? {} : { line, column: 1 };
    this.#problems.add(path, { severity: 'warning', ...place, message, code: 'stale-compiled' });
    this.#stale.warn(path, message);
  }
}

function findFile(path: string): ReturnType<typeof findAtomFile> {
  return findHiddenInLine(path) === undefined ? findAtomFile(path) : undefined;
}

type StandingOf = (target: string) => Edge['standing'];

/** Tells the standing of targets when all atoms of a Prime are known. */
function createStanding(ids: readonly string[]): StandingOf {
  const known = new Set(ids);
  const scopes = new Set(ids.map(scopeOf));
  return (target) => {
    if (known.has(target)) return 'inside';
    return scopes.has(scopeOf(target)) ? 'dangling' : 'outside';
  };
}

function toAtom(draft: AtomDraft, standingOf: StandingOf): Atom {
  const tokens = Object.fromEntries(
    TEXT_LEVELS.map((level) => [level, estimateTokens(draft.texts[level])]),
  ) as Record<TextLevel, number>;
  const edges = draft.edges.map(({ verb, target }) => ({ verb, target, standing: standingOf(target) }));
  return { ...draft, edges, tokens };
}
