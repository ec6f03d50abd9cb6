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

  /** Takes what a file needs. @returns false when there is not enough left */
  take(path: string, file: AtomFile, sizeBytes: number): boolean {
    if (!this.hasRoom(path, file, sizeBytes)) return false;
    this.#bytes += sizeBytes;
    if (isYaml(file)) this.#yamlBytes += sizeBytes;
    return true;
  }

  /** Whether there is enough left for a file. */
  hasRoom(path: string, file: AtomFile, sizeBytes: number): boolean {
    if (isYaml(file) && this.#yamlBytes + sizeBytes > MAX_ALL_YAML_BYTES) {
      return this.#refuse(path, 'atom.yaml and graph.yaml', MAX_ALL_YAML_BYTES);
    }
    if (this.#bytes + sizeBytes > MAX_READ_BYTES) {
      return this.#refuse(path, 'files with atoms', MAX_READ_BYTES);
    }
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

function isYaml({ type }: AtomFile): boolean {
  return type === 'atom' || type === 'graph';
}
