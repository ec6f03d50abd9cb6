// Where the Primes of mirrors come from: which registry's log has proved them to this user, one line for each Prime; the
// newest counts. It is state, not cache: without it a mirror could begin to say something else.
import { join } from 'node:path';
import { ValidationError } from '../../errors/validation-error.ts';
import { appendLine, readIfThere } from '../../files/append-line.ts';
import { formatLine } from './state-line.ts';

const HEADING =
  '# Where the Primes of mirrors come from: <mirror> <name> <registry> <since>. The last line of a Prime counts.\n';

/** The file. Several processes may append to it at the same time. */
export class KnownOriginsFile {
  readonly path: string;
  /** The file as it was read last: an install asks for each of its Primes. */
  #parsed: { readonly text: string; readonly registries: ReadonlyMap<string, string> } | undefined;

  constructor(stateFolder: string) {
    this.path = join(stateFolder, 'logs', 'known-origins');
  }

  /**
   * The registry whose log has proved versions of a Prime through a mirror; undefined if none has.
   * @throws ValidationError for a bad line
   */
  find(mirror: string, name: string): string | undefined {
    const text = readIfThere(this.path);
    if (this.#parsed?.text !== text) this.#parsed = { text, registries: this.#parse(text) };
    return this.#parsed.registries.get(`${mirror} ${name}`);
  }

  /** Expects the proofs of that registry from now on. @throws TypeError if any of it has white space */
  add(mirror: string, name: string, registry: string): void {
    appendLine(this.path, formatLine(mirror, name, registry), HEADING);
  }

  /** The registries by mirror and name, with a space between. */
  #parse(text: string): ReadonlyMap<string, string> {
    const registries = new Map<string, string>();
    for (const [index, line] of text.split('\n').entries()) {
      if (line === '' || line.startsWith('#')) continue;
      const [mirror, name, registry = '', ...rest] = line.split(' ');
      if (rest.length !== 1) throw this.#damaged(index + 1);
      registries.set(`${mirror} ${name}`, registry);
    }
    return registries;
  }

  #damaged(line: number): ValidationError {
    const message = 'is not of the form <mirror> <name> <registry> <since>; correct it, or remove it';
    return new ValidationError(`${this.path} is damaged`, [{ field: 'file', message, line, column: 1 }]);
  }
}
