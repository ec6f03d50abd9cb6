// Finds keys in a file that arrives in pieces: one pass, linear time, memory for a few thousand characters.
import { isPlaceholder, MAX_KEY_LENGTH, SECRET_RULES, type SecretRule } from './rules.ts';

/** A key in a file. It never contains the key. */
export interface SecretFinding {
  /** The id of the rule. */
  readonly rule: string;
  /** For messages, such as `a GitHub token`. */
  readonly what: string;
  /** 1-based, of its first character. */
  readonly line: number;
  /** 1-based, in characters of UTF-8. */
  readonly column: number;
}

/** What a file contains. */
export interface SecretReport {
  /** In the order of the file; at most 100. */
  readonly findings: readonly SecretFinding[];
  /** The number of all. */
  readonly count: number;
}

/** Most findings that are kept of one file. */
const MAX_FINDINGS = 100;

/** Text is searched in pieces of at least this many characters, so that bytes may arrive one by one. */
const MIN_PIECE = 16 * 1024;

const RULES_BY_PREFIX = new Map<string, SecretRule>(
  SECRET_RULES.flatMap((rule) => rule.prefixes.map((prefix) => [prefix, rule] as const)),
);
// Longer prefixes first: 'sk-' must not hide 'sk-ant-api'.
const PREFIXES = [...RULES_BY_PREFIX.keys()].sort((a, b) => b.length - a.length);
const ANY_PREFIX = PREFIXES.map((prefix) => prefix.replaceAll('.', String.raw`\.`)).join('|');

const NOTHING = { length: 0, isKey: false };

/** Scans one file. */
export class SecretScanner {
  readonly #findings: SecretFinding[] = [];
  readonly #decoder = new TextDecoder('latin1');
  readonly #prefix = new RegExp(ANY_PREFIX, 'g');
  #count = 0;
  /** The characters that are not searched yet, after the one before them. */
  #text = '\n';
  /** Where the search continues in the text. */
  #next = 1;
  #line = 1;
  #column = 1;

  /** The next bytes of the file. */
  write(chunk: Uint8Array): void {
    // One character for each byte; all keys are ASCII. Without NUL bytes, UTF-16 looks like ASCII.
    this.#text += this.#decoder.decode(chunk).replaceAll('\0', '');
    if (this.#text.length >= MIN_PIECE + MAX_KEY_LENGTH) this.#search(this.#text.length - MAX_KEY_LENGTH);
  }

  /** The end of the file. */
  end(): SecretReport {
    this.#search(this.#text.length);
    return { findings: this.#findings, count: this.#count };
  }

  /** Searches for keys that begin before `end`. */
  #search(end: number): void {
    let next = this.#next;
    for (;;) {
      this.#prefix.lastIndex = next;
      const found = this.#prefix.exec(this.#text);
      if (found === null || found.index >= end) break;
      const { index } = found;
      const { length, isKey } = this.#read(index, found[0]);
      if (isKey) this.#add(found[0], index);
      // Placeholders are skipped as well: each of a million would be read to its end, and then read again.
      next = index + Math.max(length, 1);
    }
    // A key that was found may reach beyond the end.
    this.#forget(Math.max(end, next));
  }

  /** Reads what has the form of a key here; its length is 0 if nothing has. */
  #read(index: number, prefix: string): { readonly length: number; readonly isKey: boolean } {
    const isInWord = /\w/.test(this.#text.charAt(index - 1)) && /\w/.test(prefix.charAt(0));
    const rule = isInWord ? undefined : RULES_BY_PREFIX.get(prefix);
    if (rule === undefined) return NOTHING;
    rule.form.lastIndex = index;
    const text = rule.form.exec(this.#text)?.[0];
    if (text === undefined) return NOTHING;
    const isKey = rule.accepts?.(text) ?? !isPlaceholder(text, rule.prefixes);
    return { length: text.length, isKey };
  }

  #add(prefix: string, index: number): void {
    this.#count += 1;
    const rule = RULES_BY_PREFIX.get(prefix);
    if (rule === undefined || this.#findings.length >= MAX_FINDINGS) return;
    this.#pass(index);
    this.#findings.push({ rule: rule.id, what: rule.what, line: this.#line, column: this.#column });
  }

  /** Counts lines and columns up to a place. */
  #pass(index: number): void {
    for (; this.#next < index; this.#next += 1) {
      const code = this.#text.charCodeAt(this.#next);
      if (code === 0x0a) {
        this.#line += 1;
        this.#column = 1;
      } else if (!isContinuation(code)) this.#column += 1;
    }
  }

  /** Drops what was searched, but for the last character: a key begins after the end of a word. */
  #forget(end: number): void {
    this.#pass(end);
    this.#text = this.#text.slice(end - 1);
    this.#next = 1;
  }
}

/** Scans the bytes of a file. */
export function findSecrets(bytes: Uint8Array): readonly SecretFinding[] {
  const scanner = new SecretScanner();
  scanner.write(bytes);
  return scanner.end().findings;
}

// The decoder shows the bytes 80 to 9f of Windows-1252 as characters above ff.
function isContinuation(code: number): boolean {
  return code > 0xff || (code >= 0x80 && code <= 0xbf);
}
