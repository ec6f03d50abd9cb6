// Parses the body of an atom, between its braces. Open lists and objects are on an explicit stack instead of
// recursion.
import { describeCharacter, quote } from '@prime-registry/protocol';
import { MAX_NESTING, MAX_WORD_LENGTH } from '../limits.ts';
import { isAtomLine } from './atom-header.ts';
import { isKey, scanScalar } from './scan-scalar.ts';
import type { SourceCursor } from './source-cursor.ts';
import type { SourceField, SourceList, SourceObject, SourceProblem, SourceValue } from './source-value.ts';

/** A list or object that is still open. */
type Frame = { readonly list: SourceList } | { readonly object: SourceObject; readonly keys: Set<string> };

/** The message for an open comment. */
export const OPEN_COMMENT = "this comment is never closed; close it with '*/'";

export class AtomBody {
  readonly #cursor: SourceCursor;
  readonly #stack: Frame[] = [];
  readonly warnings: SourceProblem[] = [];
  /** The key whose value comes next. */
  #key: { readonly name: string; readonly offset: number } | undefined;
  #error: SourceProblem | undefined;

  /** @param cursor at the opening brace */
  constructor(cursor: SourceCursor) {
    this.#cursor = cursor;
  }

  /** The fields, with the cursor after the closing brace; or the first error. */
  read(): readonly SourceField[] | SourceProblem {
    const body: SourceObject = { type: 'object', fields: [], offset: this.#cursor.offset };
    this.#cursor.offset += 1;
    this.#stack.push({ object: body, keys: new Set() });
    for (;;) {
      const frame = this.#stack.at(-1);
      if (frame === undefined) return body.fields;
      this.#step(frame);
      if (this.#error !== undefined) return this.#error;
    }
  }

  /** Parses one field, one entry, or one closing bracket. */
  #step(frame: Frame): void {
    const cursor = this.#cursor;
    if (!this.#skipGap(true)) return;
    const { offset } = 'list' in frame ? frame.list : frame.object;
    const [opening, closing] = 'list' in frame ? ['[', ']'] : ['{', '}'];
    if (cursor.isAtEnd || isAtomLine(cursor)) {
      const where = cursor.isAtEnd ? 'never closed' : 'not closed before the next atom begins';
      this.#fail(offset, `this '${opening}' is ${where}; close it with '${closing}'`);
    } else if (cursor.peek() === closing) {
      cursor.offset += 1;
      this.#stack.pop();
    } else if (']}'.includes(cursor.peek())) {
      this.#fail(cursor.offset, `'${closing}' is expected here instead of '${cursor.peek()}'`);
    } else if ('list' in frame) this.#readValue('list');
    else this.#readField();
  }

  #readField(): void {
    const cursor = this.#cursor;
    const { offset } = cursor;
    const name = cursor.readWord('-.');
    if (name === '' || name.length > MAX_WORD_LENGTH) {
      this.#fail(
        offset,
        name === '' ? this.#describeNoKey() : 'the name of this field is too long; shorten it',
      );
      return;
    }
    cursor.skipSpaces();
    const afterName = cursor.offset;
    if (cursor.peek() === ':') cursor.offset += 1;
    else if (cursor.peek() === '' || !'{['.includes(cursor.peek())) {
      this.#fail(cursor.offset, `a ':' is expected after ${quote(name)}; write '${name}: "…"'`);
      return;
    }
    if (!this.#skipGap(false)) return;
    if (this.#isValueMissing(afterName)) {
      this.#warn(offset, `${quote(name)} has no value and was left out; write '${name}: "…"'`);
      return;
    }
    this.#key = { name, offset };
    this.#readValue('object');
  }

  #describeNoKey(): string {
    const character = this.#cursor.peek();
    const code = String.fromCodePoint(this.#cursor.text.codePointAt(this.#cursor.offset) ?? 0);
    if (character === '"')
      return `a field is expected here, as in 'label: "…"', with its name without quotes`;
    if (character === '#') return `a comment begins with '//', not with '#'`;
    return `a field is expected here, as in 'label: "…"', instead of ${describeCharacter(code)}`;
  }

  /** Whether the value is missing, so that the next token follows it already. */
  #isValueMissing(afterName: number): boolean {
    const cursor = this.#cursor;
    const { offset } = cursor;
    const next = cursor.peek();
    if (next === '' || ',]}'.includes(next) || isAtomLine(cursor)) return true;
    const isOnNextLine = cursor.text.slice(afterName, offset).includes('\n');
    const isMissing = isOnNextLine && isKey(cursor);
    cursor.offset = offset;
    return isMissing;
  }

  #readValue(place: 'object' | 'list'): void {
    const cursor = this.#cursor;
    const { offset } = cursor;
    if (cursor.peek() === '[') {
      const list: SourceList = { type: 'list', items: [], offset };
      this.#open(list, { list });
    } else if (cursor.peek() === '{') {
      const object: SourceObject = { type: 'object', fields: [], offset };
      this.#open(object, { object, keys: new Set() });
    } else {
      const scanned = scanScalar(cursor, place);
      if ('error' in scanned) {
        this.#error = scanned.error;
        return;
      }
      if (scanned.warning !== undefined) this.warnings.push(scanned.warning);
      this.#attach(scanned.scalar);
    }
  }

  #open(value: SourceList | SourceObject, frame: Frame): void {
    this.#cursor.offset += 1;
    if (this.#stack.length > MAX_NESTING) {
      this.#fail(value.offset, `lists and objects are nested more than ${MAX_NESTING} deep; keep them flat`);
      return;
    }
    this.#attach(value);
    this.#stack.push(frame);
  }

  /** Adds a value to the innermost open list or object. */
  #attach(value: SourceValue): void {
    const frame = this.#stack.at(-1);
    if (frame === undefined) return;
    if ('list' in frame) {
      frame.list.items.push(value);
      return;
    }
    const key = this.#key;
    if (key === undefined) return;
    this.#key = undefined;
    if (frame.keys.has(key.name)) {
      this.#warn(key.offset, `${quote(key.name)} is given more than once; the first one is used. Keep one`);
      return;
    }
    frame.keys.add(key.name);
    frame.object.fields.push({ key: key.name, value, offset: key.offset });
  }

  /** Skips spaces, line breaks and comments. @returns false after an open comment */
  #skipGap(withCommas: boolean): boolean {
    const cursor = this.#cursor;
    for (;;) {
      cursor.skipSpaces();
      const { offset } = cursor;
      if (cursor.peek() === '\n' || (withCommas && cursor.peek() === ',')) {
        cursor.offset += 1;
        continue;
      }
      const skipped = cursor.skipComment();
      if (skipped === false) return true;
      if (skipped === 'open') {
        this.#fail(offset, OPEN_COMMENT);
        return false;
      }
    }
  }

  #fail(offset: number, message: string): void {
    this.#error ??= { severity: 'error', offset, message };
  }

  #warn(offset: number, message: string): void {
    this.warnings.push({ severity: 'warning', offset, message });
  }
}
