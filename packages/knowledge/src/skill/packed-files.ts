// Collects the files of a Prime that has a SKILL.md, as many as a skill may have.
import { MAX_SKILL_BYTES, MAX_SKILL_FILES, SKILL_MD, type SkillFile } from './skill.ts';

/** The files of a Prime with a SKILL.md at its root. */
export interface PackedFiles {
  /** All but those in the folders that are left out; only SKILL.md if `isTooLarge`. */
  readonly files: readonly SkillFile[];
  /** Folders whose files are left out, because a skill may not have that many. */
  readonly leftOut: readonly string[];
  /** Whether the rest are too many as well. */
  readonly isTooLarge: boolean;
}

/** What git and prime act on: a skill is written into the folder of a project. */
const NEVER = /(?:^|\/)\.(?:git|primes)(?:\/|$)/i;

/** What is left out, in this order: the compiled form, then the sources. */
const STEPS: readonly (readonly string[])[] = [[], ['compiled/'], ['compiled/', 'primes/']];

/**
 * Collects files in any order, with bounded memory: for each, {@link wants}, then {@link add}. The result does not depend
 * on the order.
 */
export class PackedFileCollector {
  readonly #files = new Map<string, Uint8Array>();
  #step = 0;
  #bytes = 0;
  #count = 0;
  #manifest: SkillFile | undefined;

  /** Whether to {@link add} the file: call it once for each. */
  wants(path: string, sizeBytes: number): boolean {
    if (!this.#isLeftOut(path)) {
      this.#count += 1;
      this.#bytes += sizeBytes;
      while (!this.#fits() && this.#step < STEPS.length) this.#takeStep(path, sizeBytes);
    }
    return path === SKILL_MD ? sizeBytes <= MAX_SKILL_BYTES : !this.#isLeftOut(path);
  }

  add(path: string, bytes: Uint8Array): void {
    if (path === SKILL_MD) this.#manifest = { path, bytes };
    if (!this.#isLeftOut(path)) this.#files.set(path, bytes);
  }

  /** The files; undefined if there is no SKILL.md. */
  finish(): PackedFiles | undefined {
    if (this.#manifest === undefined) return undefined;
    const isTooLarge = this.#step >= STEPS.length;
    const files = isTooLarge ? [this.#manifest] : [...this.#files].map(([path, bytes]) => ({ path, bytes }));
    return { files, leftOut: STEPS[this.#step] ?? [], isTooLarge };
  }

  #fits(): boolean {
    return this.#count <= MAX_SKILL_FILES && this.#bytes <= MAX_SKILL_BYTES;
  }

  #isLeftOut(path: string): boolean {
    return NEVER.test(path) || (STEPS[this.#step]?.some((folder) => path.startsWith(folder)) ?? true);
  }

  /** Leaves more out. @param path - of a file that is counted but not there yet */
  #takeStep(path: string, sizeBytes: number): void {
    this.#step += 1;
    for (const kept of [...this.#files.keys()]) if (this.#isLeftOut(kept)) this.#files.delete(kept);
    this.#count = this.#files.size;
    this.#bytes = [...this.#files.values()].reduce((sum, { length }) => sum + length, 0);
    if (this.#isLeftOut(path)) return;
    this.#count += 1;
    this.#bytes += sizeBytes;
  }
}
