// Finds keys in a file that arrives in pieces: one pass, linear time, a buffer of 64 KiB.
import { KeyPlaces } from './key-places.ts';
import { findRuleAt } from './prefix-table.ts';
import { isPlaceholder, MAX_KEY_LENGTH, type SecretRule } from './rules.ts';

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

export interface SecretReport {
  /** In the order of the file; at most 100. */
  readonly findings: readonly SecretFinding[];
  /** The number of all. */
  readonly count: number;
}

/** Most findings that are kept of one file. */
const MAX_FINDINGS = 100;

/** The bytes that are searched at once, so that a file may arrive byte by byte. */
const BUFFER_BYTES = 64 * 1024;

const LINE_FEED = 0x0a;
/** One character for each byte; all keys are ASCII. */
const DECODER = new TextDecoder('latin1');
const NOTHING = { length: 0, isKey: false };

/** Scans files one after another. */
export class SecretScanner {
  /** Grows as needed: most files are small, or not text. */
  #buffer = Buffer.alloc(0);
  #findings: SecretFinding[] = [];
  #count = 0;
  #length = 0;
  /** The byte before the buffer: a key does not begin inside a word. */
  #previous = LINE_FEED;
  /** Where the next key may begin. */
  #next = 0;
  /** Up to where lines are counted. */
  #counted = 0;
  /** The line there. */
  #line = 1;
  /** The characters of that line before it. */
  #lineCharacters = 0;

  /** The next bytes of the file. */
  write(chunk: Uint8Array): void {
    // Without NUL bytes, UTF-16 looks like ASCII.
    const bytes = chunk.includes(0) ? withoutZeros(chunk) : chunk;
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + BUFFER_BYTES - this.#length);
      this.#grow(this.#length + piece.length);
      this.#buffer.set(piece, this.#length);
      this.#length += piece.length;
      at += piece.length;
      if (this.#length < BUFFER_BYTES) continue;
      this.#search(BUFFER_BYTES - MAX_KEY_LENGTH);
      this.#drop(BUFFER_BYTES - MAX_KEY_LENGTH);
    }
  }

  /** The end of the file; the next one may follow. */
  end(): SecretReport {
    this.#search(this.#length);
    const report = { findings: this.#findings, count: this.#count };
    this.#findings = [];
    this.#count = 0;
    this.#length = 0;
    this.#previous = LINE_FEED;
    this.#next = 0;
    this.#counted = 0;
    this.#line = 1;
    this.#lineCharacters = 0;
    return report;
  }

  #grow(neededBytes: number): void {
    if (neededBytes <= this.#buffer.length) return;
    const small = this.#buffer;
    this.#buffer = Buffer.alloc(Math.min(BUFFER_BYTES, Math.max(neededBytes, 2 * small.length)));
    this.#buffer.set(small);
  }

  /** Searches for keys that begin before `end`. */
  #search(end: number): void {
    const bytes = this.#buffer.subarray(0, this.#length);
    const places = new KeyPlaces(bytes, end);
    let text: string | undefined;
    for (
      let index = places.find(this.#next);
      index < end;
      index = places.find(Math.max(index + 1, this.#next))
    ) {
      const rule = findRuleAt(bytes, index, bytes.length);
      if (rule === undefined) continue;
      text ??= DECODER.decode(bytes);
      const { length, isKey } = this.#read(text, index, rule);
      if (isKey) this.#add(rule, index);
      // Placeholders are skipped as well: each of a million would be read to its end, and then read again.
      this.#next = index + length;
    }
  }

  /** Drops the bytes before `end`. */
  #drop(end: number): void {
    const bytes = this.#buffer;
    this.#countTo(end);
    this.#counted = 0;
    this.#previous = bytes[end - 1] ?? LINE_FEED;
    bytes.copyWithin(0, end, this.#length);
    this.#length -= end;
    this.#next = Math.max(0, this.#next - end);
  }

  /** Counts lines, and the characters of UTF-8 of the last one, up to a place. Most files need no place. */
  #countTo(end: number): void {
    const bytes = this.#buffer;
    for (let index = this.#counted; index < end; index += 1) {
      const byte = bytes[index] ?? 0;
      if (byte === LINE_FEED) {
        this.#line += 1;
        this.#lineCharacters = 0;
      } else if ((byte & 0xc0) !== 0x80) this.#lineCharacters += 1;
    }
    this.#counted = end;
  }

  /** Reads what has the form of a key here; its length is 0 if nothing has. */
  #read(text: string, index: number, rule: SecretRule): { readonly length: number; readonly isKey: boolean } {
    const before = index === 0 ? String.fromCharCode(this.#previous) : text.charAt(index - 1);
    if (rule.isInside !== true && /\w/.test(before) && /\w/.test(text.charAt(index))) return NOTHING;
    rule.form.lastIndex = index;
    const match = rule.form.exec(text)?.[0];
    if (match === undefined) return NOTHING;
    const isKey = rule.accepts?.(match) ?? !isPlaceholder(match, rule.prefixes);
    return { length: match.length, isKey };
  }

  #add({ id, what }: SecretRule, index: number): void {
    this.#count += 1;
    if (this.#findings.length >= MAX_FINDINGS) return;
    this.#countTo(index);
    this.#findings.push({ rule: id, what, line: this.#line, column: this.#lineCharacters + 1 });
  }
}

export function findSecrets(bytes: Uint8Array): readonly SecretFinding[] {
  const scanner = new SecretScanner();
  scanner.write(bytes);
  return scanner.end().findings;
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let count = 0;
  for (const byte of bytes) {
    if (byte !== 0) kept[count++] = byte;
  }
  return kept.subarray(0, count);
}
