// Remembers which registries explain their errors, so that a proxy in front of one cannot say "not here" for
// it. It is next to the tokens and not in the cache: deleting the cache must not make anybody more trusting.
import { join } from 'node:path';
import type { KnownRegistries } from '@prime-registry/client';
import { unlessFailed } from '../errors/expected.ts';
import { appendLine, readIfThere } from '../files/append-line.ts';

const HEADING = `# Registries that answer errors with problem+json and a code. Any other 404 of theirs is not believed.
`;

/** The path of the file: one base URL on each line. */
export function knownRegistriesPath(configFolder: string): string {
  return join(configFolder, 'known-registries');
}

/**
 * The file, read at the first 404. Each registry is appended with one write, so that several processes can do
 * it at the same time. It must be readable, and need not be writable: then the registry is learned again.
 */
export class KnownRegistriesFile implements KnownRegistries {
  readonly #path: string;
  #known: Set<string> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  has(baseUrl: string): boolean {
    return this.#read().has(baseUrl);
  }

  add(baseUrl: string): void {
    const known = this.#read();
    if (known.has(baseUrl)) return;
    // In a read-only home, the next command learns it again.
    unlessFailed(() => appendLine(this.#path, `${baseUrl}\n`, HEADING));
    known.add(baseUrl);
  }

  #read(): Set<string> {
    this.#known ??= new Set(readLines(this.#path).filter((line) => line !== '' && !line.startsWith('#')));
    return this.#known;
  }
}

function readLines(path: string): string[] {
  return readIfThere(path)
    .split('\n')
    .map((line) => line.trim());
}
