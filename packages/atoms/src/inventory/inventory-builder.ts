// Builds the inventory of a Prime from its files, in any order.
import { findHiddenInLine } from '@prime-registry/protocol';
import { type Atom, type AtomDraft, type Inventory, TEXT_LEVELS, type TextLevel } from '../atom.ts';
import { findAtomFile } from '../atom-file.ts';
import { compiledEdges, draftCompiled } from '../compiled/compiled-draft.ts';
import { type CompiledAtom, CompiledPrime } from '../compiled/compiled-prime.ts';
import { compareText } from '../hash/canonical-json.ts';
import { type Sha256, sha256Hex } from '../hash/content-hash.ts';
import { ProblemList } from '../problem-list.ts';
import { readSourceFile } from '../source/read-source-file.ts';
import { describeTooLong } from '../text/decode-text.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { findContradictions, findInnerContradictions } from './find-contradictions.ts';
import { inPieces } from './in-pieces.ts';
import { ReadBudget } from './read-budget.ts';
import { EdgeResolver } from './resolve-edges.ts';
import { SourceAtoms, type SourceItem } from './source-atoms.ts';

/**
 * Builds one inventory: {@link add} the files in any order, then {@link finish}. It never throws, and its
 * memory and time are bounded for any Prime. Both forms may be present: the sources define the atoms, and
 * compiled chunks are their texts.
 */
export class InventoryBuilder {
  readonly #problems = new ProblemList();
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
    const compiledAtoms = [...compiled.values()];
    await inPieces(compiledAtoms, (atom) => {
      for (const message of findInnerContradictions(atom))
        this.#problems.warn(atom.path, message, 'stale-compiled');
    });
    const drafts = this.#hasSources
      ? await this.#mergeAll(this.#sources.list(), compiled)
      : await inPieces(compiledAtoms, (atom) => draftCompiled(atom, this.#sha256));
    const resolver = new EdgeResolver(drafts.map(({ id }) => id));
    const sorted = drafts.toSorted((a, b) => compareText(a.id, b.id));
    const atoms = await inPieces(sorted, (draft) => toAtom(draft, resolver));
    return { atoms, problems: this.#problems.list(), problemCount: this.#problems.count };
  }

  async #mergeAll(
    sources: readonly SourceItem[],
    compiled: ReadonlyMap<string, CompiledAtom>,
  ): Promise<AtomDraft[]> {
    const verbs = new Set(
      Array.from(compiled.values(), compiledEdges).flatMap((edges) => edges.map(({ verb }) => verb)),
    );
    const left = new Map(compiled);
    const drafts = await inPieces(sources, async ({ draft, hash }) => {
      const twin = left.get(draft.id);
      left.delete(draft.id);
      if (twin !== undefined) {
        for (const message of findContradictions(draft, twin, verbs))
          this.#problems.warn(twin.path, message, 'stale-compiled');
      } else if (compiled.size > 0) {
        this.#problems.add(draft.path, {
          severity: 'warning',
          ...(draft.line === undefined ? {} : { line: draft.line, column: 1 }),
          message: `'${draft.id}' is not in the compiled form; compile the sources again`,
          code: 'stale-compiled',
        });
      }
      return { ...draft, texts: { ...draft.texts, ...twin?.texts }, hash: await hash };
    });
    for (const { id, path } of left.values()) {
      const message = `'${id}' has no source and was left out; compile the sources again`;
      this.#problems.warn(path, message, 'stale-compiled');
    }
    return drafts;
  }
}

function findFile(path: string): ReturnType<typeof findAtomFile> {
  return findHiddenInLine(path) === undefined ? findAtomFile(path) : undefined;
}

function toAtom(draft: AtomDraft, resolver: EdgeResolver): Atom {
  const tokens = Object.fromEntries(
    TEXT_LEVELS.map((level) => [level, estimateTokens(draft.texts[level])]),
  ) as Record<TextLevel, number>;
  return { ...draft, edges: draft.edges.map((edge) => resolver.resolve(edge)), tokens };
}
