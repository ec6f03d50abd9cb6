// Many small texts in one file of a cache: creating a file for each takes longer than everything else that is done for them.
// The file is only appended to, so that any number of processes may use it.
import { closeSync, fstatSync, mkdirSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { unlessFailed } from '../../errors/expected.ts';
import { openToAppend } from '../../files/open-to-append.ts';
import { readRegularFile } from '../../files/read-regular-file.ts';
import { writeAtOnce } from '../../files/write-at-once.ts';

/** What registries say may be for this user only. */
const FILE_MODE = 0o600;

/** Where the records are, and how many. */
export interface RecordFileOptions {
  readonly path: string;
  /** A file that has become larger than this loses its older half, in bytes. */
  readonly maxBytes: number;
  /** Called once, with the error, if the file cannot be written. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Records by key, in lines `<key> <text>`; of two with the same key, the later counts. A process that is killed while it
 * writes leaves a part of a line: readers must be able to tell whether a text is whole.
 */
export class RecordFile {
  readonly #options: RecordFileOptions;
  readonly #added = new Map<string, string>();
  #known = new Map<string, string>();
  /** Of the file when it was read last. */
  #stamp = '';
  #hasFailed = false;

  constructor(options: RecordFileOptions) {
    this.#options = options;
  }

  /** The text; undefined if there is none or the file cannot be read. */
  find(key: string): string | undefined {
    const known = this.#added.get(key) ?? this.#known.get(key);
    if (known !== undefined) return known;
    // Another process may have added it.
    const stamp = stampOf(this.#options.path);
    if (stamp === this.#stamp) return undefined;
    this.#stamp = stamp;
    this.#known = parseRecords(readText(this.#options.path, 2 * this.#options.maxBytes));
    return this.#known.get(key);
  }

  /** Adds a record, which {@link save} writes. @param key - without spaces @param text - without line breaks */
  add(key: string, text: string): void {
    if (this.find(key) !== text) this.#added.set(key, text);
  }

  /** Writes what was added, in one piece. Never throws. */
  save(): void {
    if (this.#added.size === 0) return;
    const lines = Array.from(this.#added, ([key, text]) => `${key} ${text}\n`);
    for (const [key, text] of this.#added) this.#known.set(key, text);
    this.#added.clear();
    try {
      // Begins a line even after one that was cut off.
      this.#append(Buffer.from(`\n${lines.join('')}`));
    } catch (error) {
      if (!this.#hasFailed) this.#options.onError?.(error);
      this.#hasFailed = true;
    }
  }

  #append(bytes: Buffer): void {
    const { path, maxBytes } = this.#options;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openToAppend(path, FILE_MODE);
    let sizeBytes: number;
    try {
      for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(file, rest));
      sizeBytes = fstatSync(file).size;
    } finally {
      closeSync(file);
    }
    if (sizeBytes > maxBytes) keepNewer(path, maxBytes);
  }
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size}`;
}

/** Of a file that is too large, or is none, nothing is known. */
function readText(path: string, maxBytes: number): string {
  return unlessFailed(() => readRegularFile(path, maxBytes).toString('utf8')) ?? '';
}

function parseRecords(text: string): Map<string, string> {
  const records = new Map<string, string>();
  for (const line of text.split('\n')) {
    const space = line.indexOf(' ');
    if (space > 0) records.set(line.slice(0, space), line.slice(space + 1));
  }
  return records;
}

/** Lines that another process appends at the same time are lost, and made again later. */
function keepNewer(path: string, maxBytes: number): void {
  const text = readText(path, 2 * maxBytes);
  writeAtOnce(path, text.slice(text.indexOf('\n', text.length / 2) + 1));
}
