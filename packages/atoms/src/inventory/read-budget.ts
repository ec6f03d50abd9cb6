// The budget of bytes that are read of a Prime, to bound the time it takes.
import type { AtomFile } from '../atom-file.ts';
import { MAX_ALL_YAML_BYTES, MAX_READ_BYTES } from '../limits.ts';
import type { ProblemList } from '../problem-list.ts';

export class ReadBudget {
  readonly #problems: ProblemList;
  #bytes = 0;
  #yamlBytes = 0;

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  /** Takes the size of a file from the budget. @returns false if there is not enough left */
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
    const message = `this and later files were not read: a Prime has at most ${maxBytes} bytes of ${what}`;
    this.#problems.errorOnce(path, message);
    return false;
  }
}

function isYaml({ type }: AtomFile): boolean {
  return type === 'atom' || type === 'graph';
}
