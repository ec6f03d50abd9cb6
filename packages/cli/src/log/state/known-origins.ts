// Where the Primes of mirrors come from: which registry's log has proved them to this user, one line for each Prime; the
// newest counts. It is state, not cache: without it a mirror could begin to say something else.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ValidationError } from '../../errors/validation-error.ts';
import { codeOf } from '../../files/file-operations.ts';
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
    const text = this.#read();
    if (this.#parsed?.text !== text) this.#parsed = { text, registries: this.#parse(text) };
    return this.#parsed.registries.get(`${mirror} ${name}`);
  }

  /** Expects the proofs of that registry from now on. @throws TypeError if any of it has white space */
  add(mirror: string, name: string, registry: string): void {
    const line = formatLine(mirror, name, registry);
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const heading = this.#read() === '' ? HEADING : '';
    appendFileSync(this.path, `${heading}${line}`, { mode: 0o600 });
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

  #read(): string {
    try {
      return readFileSync(this.path, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return '';
      throw error;
    }
  }

  #damaged(line: number): ValidationError {
    const message = 'is not of the form <mirror> <name> <registry> <since>; correct it, or remove it';
    return new ValidationError(`${this.path} is damaged`, [{ field: 'file', message, line, column: 1 }]);
  }
}
