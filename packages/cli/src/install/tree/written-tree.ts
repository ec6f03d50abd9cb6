// Notes how the file system describes a Prime while it is unpacked.
import type { ExtractionObserver } from '@prime-registry/archive';
import { StampCollector, type StampRules, type TreeStamps } from './file-stamps.ts';

/** What one extraction writes. */
export class WrittenTree implements ExtractionObserver {
  readonly #folder: string;
  readonly #collector: StampCollector;
  readonly #folders: string[] = [];
  #isWhole = false;

  /** @param folder - the target of the extraction */
  constructor(folder: string, rules: StampRules) {
    this.#folder = folder;
    this.#collector = new StampCollector(rules);
    // Its place; it is described when it has all items.
    this.#folders.push('');
  }

  onFolder(path: string): void {
    this.#folders.push(path);
  }

  onFile(path: string, fd: number): void {
    this.#collector.addOpen(path, fd);
  }

  /** After the extraction; the folder itself is the first. */
  get stamps(): TreeStamps | undefined {
    if (!this.#isWhole) {
      for (const path of this.#folders)
        this.#collector.addAt(path, path === '' ? this.#folder : `${this.#folder}/${path}`, 'folder');
    }
    this.#isWhole = true;
    return this.#collector.stamps;
  }
}
