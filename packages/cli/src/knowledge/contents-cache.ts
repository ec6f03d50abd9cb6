// What installed Primes say, in the cache folder of the user: one file for each tree digest, so that a Prime is read once.
// A cache may come from elsewhere, such as a CI service, and its texts become answers: each file is sealed with a key that
// is not in the cache.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readVersion } from '@prime-registry/launch';
import { isSha256 } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { readRegularFile } from '../files/read-regular-file.ts';
import { CacheWriter } from '../install/cache/cache-writer.ts';
import { removeOldest } from '../install/cache/remove-oldest.ts';
import { openSealKey, SEAL_LENGTH, SealKey } from '../install/cache/seal-key.ts';
import { cacheFolder } from '../settings/folders.ts';
import type { PrimeContents } from './prime-contents.ts';

/** Raised with every change of what is stored or how atoms are read; another release of prime does not count either. */
const FORM = 2;
/** Most files, and most bytes of all of them. */
const MAX_FILES = 500;
const MAX_BYTES = 256 * 1024 * 1024;
/** The largest file, in bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Number of new files after which old ones are evicted. */
const TIDY_AFTER = 50;
/** What is remembered, in UTF-16 units of its text, and of how many Primes: 6 MB at most. */
const SMALL_LENGTH = 16 * 1024;
const MAX_SMALL = 200;

/** Contents by tree digest. Errors of the file system only cost time. */
export class ContentsCache {
  readonly #folder: string;
  readonly #key: SealKey;
  readonly #writer: CacheWriter;
  /** What was found or kept, for the same command: an install asks twice. */
  readonly #small = new Map<string, PrimeContents>();
  #kept = 0;

  /** @param key - or where it is, in a folder that is not part of the cache */
  constructor(folder: string, key: string | SealKey) {
    this.#folder = folder;
    this.#key = typeof key === 'string' ? new SealKey(key) : key;
    this.#writer = new CacheWriter(folder, undefined);
  }

  /**
   * What is known about a tree; undefined if nothing is, or if it is not what this user's prime has stored.
   * @param mostBytes - what is stored in more is not read
   */
  find(treeDigest: string, mostBytes?: number): PrimeContents | undefined {
    const recalled = this.#small.get(treeDigest);
    if (recalled !== undefined) return recalled;
    const text = this.findText(treeDigest, mostBytes);
    if (text === undefined) return undefined;
    // Sealed by this release of prime, so that its shape is known.
    const contents = JSON.parse(text) as PrimeContents;
    this.#remember(treeDigest, text, contents);
    return contents;
  }

  keep(treeDigest: string, contents: PrimeContents): void {
    const text = JSON.stringify(contents);
    this.#remember(treeDigest, text, contents);
    this.keepText(treeDigest, text);
  }

  #remember(treeDigest: string, text: string, contents: PrimeContents): void {
    if (text.length <= SMALL_LENGTH && this.#small.size < MAX_SMALL) this.#small.set(treeDigest, contents);
  }

  /** As {@link find}, for any text. @param digest - 64 hexadecimal digits */
  findText(digest: string, mostBytes = MAX_FILE_BYTES): string | undefined {
    const path = this.#pathOf(digest);
    const bytes = findSmallFile(path, mostBytes + SEAL_LENGTH);
    if (bytes === undefined) return undefined;
    const [seal, body] = [bytes.subarray(0, SEAL_LENGTH), bytes.subarray(SEAL_LENGTH)];
    return this.#key.verify(seal, headOf(digest), body) ? body.toString('utf8') : undefined;
  }

  keepText(digest: string, text: string): void {
    const body = Buffer.from(text);
    const seal = body.length > MAX_FILE_BYTES ? undefined : this.#key.seal(headOf(digest), body);
    if (seal === undefined) return;
    using entry = this.#writer.begin(this.#pathOf(digest));
    entry.write(Buffer.from(seal));
    entry.write(body);
    entry.keep();
    if (this.#kept % TIDY_AFTER === 0)
      removeOldest(this.#folder, { maxFiles: MAX_FILES, maxBytes: MAX_BYTES });
    this.#kept += 1;
  }

  #pathOf(digest: string): string {
    if (!isSha256(digest)) throw new TypeError('contents are cached by a SHA-256 in lower case');
    return join(this.#folder, digest);
  }
}

/** Another release, or another form, has other seals. */
function headOf(digest: string): string {
  return `prime-contents ${FORM} ${readVersion()} ${digest}\n`;
}

function findSmallFile(path: string, mostBytes: number): Buffer | undefined {
  try {
    // An error for each Prime that is new would take longer.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    return readRegularFile(path, mostBytes);
  } catch {
    return undefined;
  }
}

/** The cache of a user. */
export function openContentsCache({ environment }: Pick<CommandContext, 'environment'>): ContentsCache {
  return new ContentsCache(join(cacheFolder(environment), 'contents'), openSealKey(environment));
}
