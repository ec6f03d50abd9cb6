// How much of a Prime is read at all, so that no Prime takes long.
import type { AtomFile } from '../atom-file.ts';
import { MAX_ALL_YAML_BYTES, MAX_READ_BYTES } from '../limits.ts';
import type { ProblemList } from '../problem-list.ts';

/** Counts the bytes of files; what is over is told once. */
export class ReadBudget {
  readonly #problems: ProblemList;
  #bytes = 0;
  #yamlBytes = 0;
  readonly #told = new Set<string>();

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  /** Whether the file may be read, which then counts. */
  allows(path: string, { type }: AtomFile, sizeBytes: number): boolean {
    const isYaml = type === 'atom' || type === 'graph';
    if (isYaml && this.#yamlBytes + sizeBytes > MAX_ALL_YAML_BYTES) {
      return this.#refuse(path, 'atom.yaml and graph.yaml', MAX_ALL_YAML_BYTES);
    }
    if (this.#bytes + sizeBytes > MAX_READ_BYTES) {
      return this.#refuse(path, 'files with atoms', MAX_READ_BYTES);
    }
    this.#bytes += sizeBytes;
    if (isYaml) this.#yamlBytes += sizeBytes;
    return true;
  }

  #refuse(path: string, what: string, maxBytes: number): false {
    if (!this.#told.has(what)) {
      this.#told.add(what);
      const message = `this file and others behind it were not read: a Prime has at most ${maxBytes} bytes of ${what}`;
      this.#problems.error(path, message);
    }
    return false;
  }
}
