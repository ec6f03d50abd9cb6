// What a log says about its versions, in columns of bytes: objects for a million of them would need some 250 MB. A version
// takes about 44 bytes, and each name and each number of a version is kept once.
import { NumberedTexts } from './numbered-texts.ts';

/** What a log says about a version in the end. */
export interface LoggedState {
  /** The entry that says its digest; the first one, if there are several. */
  readonly index: number;
  /** The registry that it came from, if not this one. */
  readonly origin?: string;
  readonly isYanked: boolean;
  readonly isRemoved: boolean;
}

/** Names a version. */
export interface VersionKey {
  readonly name: string;
  /** Without build metadata, which does not make another version. */
  readonly version: string;
}

/** Words of 32 bits of a digest that are kept: half of it. Two tarballs that share them take 2^64 attempts. */
const DIGEST_WORDS = 4;
/** Hexadecimal digits of a word. */
const WORD_DIGITS = 8;
const FIRST_CAPACITY = 1024;
/** The largest index that a column can have. */
const MAX_INDEX = 0xffff_fffe;
/** Marks the end of a list of rows, and a free slot. */
const NONE = 0xffff_ffff;
const [YANKED, REMOVED, ORIGIN] = [1, 2, 4] as const;

/** A row for each version. */
export class LoggedVersions {
  readonly #names = new NumberedTexts();
  readonly #versions = new NumberedTexts();
  readonly #origins = new NumberedTexts();
  /** The first and the last row of each name. */
  readonly #first: number[] = [];
  readonly #last: number[] = [];
  #count = 0;
  #name = new Uint32Array(FIRST_CAPACITY);
  #version = new Uint32Array(FIRST_CAPACITY);
  /** The next row of the same name. */
  #next = new Uint32Array(FIRST_CAPACITY);
  #index = new Uint32Array(FIRST_CAPACITY);
  #digest = new Uint32Array(FIRST_CAPACITY * DIGEST_WORDS);
  /** The sum of the flags, and of ORIGIN times the number of the origin plus 1. */
  #flags = new Uint32Array(FIRST_CAPACITY);
  /** Rows, at the place that their name and version hash to or one of the next; twice as many as there are rows. */
  #slots = new Uint32Array(2 * FIRST_CAPACITY).fill(NONE);
  /** Random, so that no log can be made whose rows all want the same slots. */
  readonly #factors = [oddNumber(), oddNumber()] as const;

  /** Number of versions. */
  get size(): number {
    return this.#count;
  }

  /** The names, in the order of their first entries. */
  get names(): Iterable<string> & { readonly size: number } {
    return this.#names;
  }

  /** Whether there is a version of a Prime. */
  hasName(name: string): boolean {
    return this.#names.find(name) !== undefined;
  }

  /** The row of a version; undefined if it has none. */
  find({ name, version }: VersionKey): number | undefined {
    const [nameNumber, versionNumber] = [this.#names.find(name), this.#versions.find(version)];
    if (nameNumber === undefined || versionNumber === undefined) return undefined;
    const row = this.#slots[this.#slotOf(nameNumber, versionNumber)];
    return row === NONE ? undefined : row;
  }

  /**
   * Adds a version that has no row yet.
   * @param sha256 - in hexadecimal
   * @throws RangeError if its index is 2^32 - 1 or more: no memory has room for such a log
   */
  add({ name, version }: VersionKey, sha256: string, { index, origin, isYanked }: LoggedState): void {
    if (index > MAX_INDEX)
      throw new RangeError(`the entry #${index} is too far from the first one to be judged`);
    if (this.#count === this.#name.length) this.#grow();
    const row = this.#count;
    this.#count += 1;
    const nameNumber = this.#names.add(name);
    this.#name[row] = nameNumber;
    this.#version[row] = this.#versions.add(version);
    this.#next[row] = NONE;
    this.#index[row] = index;
    this.#digest.set(digestOf(sha256), row * DIGEST_WORDS);
    const originNumber = origin === undefined ? 0 : this.#origins.add(origin) + 1;
    this.#flags[row] = (isYanked ? YANKED : 0) + ORIGIN * originNumber;
    this.#slots[this.#slotOf(nameNumber, this.#version[row])] = row;
    const last = this.#last[nameNumber];
    if (last === undefined) this.#first[nameNumber] = row;
    else this.#next[last] = row;
    this.#last[nameNumber] = row;
  }

  /** What the log says about the version of a row. */
  at(row: number): LoggedState {
    const flags = this.#flags[row] ?? 0;
    const originNumber = Math.floor(flags / ORIGIN);
    return {
      index: this.#index[row] ?? 0,
      ...(originNumber > 0 && { origin: this.#origins.at(originNumber - 1) }),
      isYanked: (flags & YANKED) !== 0,
      isRemoved: (flags & REMOVED) !== 0,
    };
  }

  /** Whether the log has this digest for the version of a row. */
  hasDigest(row: number, sha256: string): boolean {
    return digestOf(sha256).every((word, place) => this.#digest[row * DIGEST_WORDS + place] === word);
  }

  setYanked(row: number, isYanked: boolean): void {
    const flags = this.#flags[row] ?? 0;
    this.#flags[row] = isYanked ? flags | YANKED : flags & ~YANKED;
  }

  setRemoved(row: number): void {
    this.#flags[row] = (this.#flags[row] ?? 0) | REMOVED;
  }

  /** A removed version is there again, by another entry. */
  takeBack(row: number, { index, isYanked }: Pick<LoggedState, 'index' | 'isYanked'>): void {
    this.#index[row] = index;
    this.#flags[row] = (this.#flags[row] ?? 0) & ~REMOVED;
    this.setYanked(row, isYanked);
  }

  /** The versions of a Prime, in the order of their first entries. */
  *listOf(name: string): Iterable<readonly [version: string, state: LoggedState]> {
    const number = this.#names.find(name);
    let row = number === undefined ? NONE : (this.#first[number] ?? NONE);
    for (; row !== NONE; row = this.#next[row] ?? NONE) {
      yield [this.#versions.at(this.#version[row] ?? 0), this.at(row)];
    }
  }

  /** The slot that has the row of a version, or a free one for it. */
  #slotOf(name: number, version: number): number {
    const count = this.#slots.length;
    // The highest bits, which depend on all bits of both numbers.
    const hash = (Math.imul(name, this.#factors[0]) + Math.imul(version, this.#factors[1])) >>> 0;
    for (let slot = Math.floor(hash * (count / 2 ** 32)); ; slot = (slot + 1) % count) {
      const row = this.#slots[slot] ?? NONE;
      if (row === NONE || (this.#name[row] === name && this.#version[row] === version)) return slot;
    }
  }

  #grow(): void {
    const capacity = 2 * this.#name.length;
    this.#name = new Uint32Array(this.#name.buffer.transfer(capacity * 4));
    this.#version = new Uint32Array(this.#version.buffer.transfer(capacity * 4));
    this.#next = new Uint32Array(this.#next.buffer.transfer(capacity * 4));
    this.#flags = new Uint32Array(this.#flags.buffer.transfer(capacity * 4));
    this.#index = new Uint32Array(this.#index.buffer.transfer(capacity * 4));
    this.#digest = new Uint32Array(this.#digest.buffer.transfer(capacity * DIGEST_WORDS * 4));
    this.#slots = new Uint32Array(2 * capacity).fill(NONE);
    for (let row = 0; row < this.#count; row += 1) {
      this.#slots[this.#slotOf(this.#name[row] ?? 0, this.#version[row] ?? 0)] = row;
    }
  }
}

function digestOf(sha256: string): number[] {
  return Array.from({ length: DIGEST_WORDS }, (_, word) =>
    Number.parseInt(sha256.slice(word * WORD_DIGITS, (word + 1) * WORD_DIGITS), 16),
  );
}

/** A random one of 32 bits. */
function oddNumber(): number {
  return 2 * Math.floor(Math.random() * 2 ** 31) + 1;
}
