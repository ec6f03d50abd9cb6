// Finds secrets in the files of a tarball while it is read: keys of well-known formats, files that begin as
// private keys, and, if something else packed the tarball, files whose names say it.
import { type Flags, valued } from '@prime-registry/command-line';
import type { FieldProblem } from '@prime-registry/protocol';
import { type SecretFinding, SecretScanner } from '@prime-registry/secret-scan';
import { ValidationError } from '../errors/validation-error.ts';
import { isSecretFile } from './secret-files.ts';

/** The option of `pack` and `publish` with which an author insists. */
export const ALLOW_SECRET_OPTION = valued(
  '<rule or path>',
  'Pack what looks like a secret: by its rule, or every one in a file',
  { multiple: true },
);

/** The ids and paths that were given. */
export function readAllowedSecrets({ 'allow-secret': given }: Flags): ReadonlySet<string> {
  return new Set(Array.isArray(given) ? given : []);
}

/** What may be a secret and was found. */
interface FoundSecret extends SecretFinding {
  readonly path: string;
  /** More findings in the same file that are not kept. */
  readonly more?: number;
}

/** What an author insists on. */
export interface SecretOptions {
  /** Ids of rules, and paths in the Prime. */
  readonly allowed: ReadonlySet<string>;
  /**
   * Whether the names of files count. Not for a folder: there they are left out, unless the author names
   * them.
   */
  readonly judgesNames: boolean;
}

/** Most secrets in an error. */
const MAX_SHOWN = 20;
const FIRST_BYTES = 128;
const KEY_FILE =
  /^(?:\xef\xbb\xbf)?\s*(?:-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY|PuTTY-User-Key-File-|AGE-SECRET-KEY-)/;

/** Gets the files of a tarball one after another. */
export class SecretCollector {
  readonly #options: SecretOptions;
  readonly #found: FoundSecret[] = [];
  readonly #scanner = new SecretScanner();
  #path = '';
  #begin = '';

  constructor(options: SecretOptions) {
    this.#options = options;
  }

  onFile(path: string): void {
    this.#path = path;
    this.#begin = '';
  }

  onContent(bytes: Uint8Array): void {
    if (this.#begin.length < FIRST_BYTES) {
      this.#begin += String.fromCharCode(...bytes.subarray(0, FIRST_BYTES - this.#begin.length));
    }
    this.#scanner.write(bytes);
  }

  onFileEnd(): void {
    const { findings, count } = this.#scanner.end();
    const path = this.#path;
    const at = { path, line: 1, column: 1 };
    const isKeyFile = KEY_FILE.test(this.#begin.replaceAll('\0', ''));
    if (isKeyFile) this.#add({ ...at, rule: 'private-key', what: 'a private key' });
    else if (this.#options.judgesNames && isSecretFile(path)) {
      this.#add({ ...at, rule: 'secret-file', what: 'a name of files that hold secrets' });
    }
    for (const [index, finding] of findings.entries()) {
      if (isKeyFile && index === 0 && finding.rule === 'private-key') continue;
      const more = index === findings.length - 1 ? count - findings.length : 0;
      this.#add({ path, ...finding, ...(more > 0 && { more }) });
    }
  }

  /**
   * @throws ValidationError that says where they are and how to insist, if there are any; never with a secret
   */
  requireNone(place: string): void {
    const [first] = this.#found;
    if (first === undefined) return;
    const problems: FieldProblem[] = this.#found
      .slice(0, MAX_SHOWN)
      .map(({ path, rule, what, line, column }) => ({
        field: path,
        message: `has ${what} [${rule}]`,
        line,
        column,
      }));
    const hidden =
      this.#found.length - problems.length + this.#found.reduce((sum, { more = 0 }) => sum + more, 0);
    if (hidden > 0) problems.push({ field: '…', message: `and ${hidden} more` });
    throw new ValidationError(
      `${place} contains secrets; everybody who can read the registry could read them`,
      problems,
      {
        hint:
          'remove them, and revoke those that others may have seen; a published version cannot be changed. ' +
          `If it is no secret, insist with '--allow-secret ${first.path}' or '--allow-secret ${first.rule}'`,
      },
    );
  }

  #add(found: FoundSecret): void {
    const { allowed } = this.#options;
    if (!allowed.has(found.rule) && !allowed.has(found.path)) this.#found.push(found);
  }
}
