// What installed Primes say, in the cache folder of the user: one file for each tree digest, so that a Prime is read once.
// A cache may come from elsewhere, such as a CI service, and its texts become answers: each file is sealed with a key that
// is not in the cache.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readVersion } from '@prime-registry/launch';
import { isSha256 } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { CacheWriter } from '../install/cache/cache-writer.ts';
import { cacheFolder, stateFolder } from '../settings/folders.ts';
import type { PrimeContents } from './prime-contents.ts';

/** Raised with every change of what is stored or how atoms are read; another release of prime does not count either. */
const FORM = 2;
/** Most files, and most bytes of all of them. */
const MAX_FILES = 500;
const MAX_BYTES = 256 * 1024 * 1024;
/** The largest file, in bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** After so many new files, old ones are removed. */
const TIDY_AFTER = 50;
const KEY_BYTES = 32;
/** What is remembered, in UTF-16 units of its text, and of how many Primes: 6 MB at most. */
const SMALL_LENGTH = 16 * 1024;
const MAX_SMALL = 200;

/** Contents by tree digest. Errors of the file system only cost time. */
export class ContentsCache {
  readonly #folder: string;
  readonly #keyPath: string;
  readonly #writer: CacheWriter;
  /** What was found or kept, for the same command: an install asks twice. */
  readonly #small = new Map<string, PrimeContents>();
  #key: Buffer | undefined;
  #kept = 0;

  /** @param keyPath - where the key is, in a folder that is not part of the cache */
  constructor(folder: string, keyPath: string) {
    this.#folder = folder;
    this.#keyPath = keyPath;
    this.#writer = new CacheWriter(folder, undefined);
  }

  /**
   * What is known of a tree; undefined if nothing is, or if it is not what this user's prime has stored.
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
    const wanted = this.#seal(digest, body);
    if (wanted !== undefined && seal.length === SEAL_LENGTH && timingSafeEqual(seal, wanted))
      return body.toString('utf8');
    return undefined;
  }

  keepText(digest: string, text: string): void {
    const body = Buffer.from(text);
    const seal = body.length > MAX_FILE_BYTES ? undefined : this.#seal(digest, body);
    if (seal === undefined) return;
    using entry = this.#writer.begin(this.#pathOf(digest));
    entry.write(seal);
    entry.write(body);
    entry.keep();
    if (this.#kept % TIDY_AFTER === 0) this.#removeOldest();
    this.#kept += 1;
  }

  #seal(digest: string, body: Uint8Array): Buffer | undefined {
    this.#key ??= findKey(this.#keyPath) ?? makeKey(this.#keyPath);
    if (this.#key === undefined) return undefined;
    const head = `prime-contents ${FORM} ${readVersion()} ${digest}\n`;
    return Buffer.from(createHmac('sha256', this.#key).update(head).update(body).digest('hex'));
  }

  #removeOldest(): void {
    try {
      const files = readdirSync(this.#folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => {
          const path = join(this.#folder, name);
          const { mtimeMs, size } = statSync(path);
          return { path, mtimeMs, size };
        })
        .sort((a, b) => b.mtimeMs - a.mtimeMs);
      let bytes = 0;
      for (const [index, { path, size }] of files.entries()) {
        bytes += size;
        if (index >= MAX_FILES || bytes > MAX_BYTES) rmSync(path, { force: true });
      }
    } catch {
      // Another process removes files too.
    }
  }

  #pathOf(digest: string): string {
    if (!isSha256(digest)) throw new TypeError('contents are cached by a SHA-256 in lower case');
    return join(this.#folder, digest);
  }
}

/** A SHA-256 in hexadecimal digits. */
const SEAL_LENGTH = 64;

function findSmallFile(path: string, mostBytes: number): Buffer | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined || stats.size > mostBytes ? undefined : readFileSync(path);
  } catch {
    return undefined;
  }
}

function findKey(path: string): Buffer | undefined {
  try {
    const key = readFileSync(path);
    return key.length === KEY_BYTES ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Of two processes that make one, the later wins: what the other one has stored is read again. */
function makeKey(path: string): Buffer | undefined {
  const temporary = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const key = randomBytes(KEY_BYTES);
    writeFileSync(temporary, key, { mode: 0o600 });
    renameSync(temporary, path);
    return key;
  } catch {
    rmSync(temporary, { force: true });
    return undefined;
  }
}

/** The cache of a user. */
export function openContentsCache({ environment }: Pick<CommandContext, 'environment'>): ContentsCache {
  return new ContentsCache(
    join(cacheFolder(environment), 'contents'),
    join(stateFolder(environment), 'contents-key'),
  );
}
