// A cache of registry responses on disk, revalidated with conditional requests. Its errors only cost time: a
// damaged entry is a miss, and an entry that cannot be written is dropped. A 304 says that the entity tag is still
// right, and nothing about the text next to it in a cache that comes from elsewhere: each entry is sealed.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CachedResponse, ResponseCache } from '@prime-registry/client';
import { unlessFailed } from '../errors/expected.ts';
import { isRealFolder } from '../files/own-folder.ts';
import { readRegularFile } from '../files/read-regular-file.ts';
import type { SealKey } from '../install/cache/seal-key.ts';

export interface FileResponseCacheLimits {
  /** Maximum length of a body, in UTF-16 code units; 4 Mi by default. */
  readonly maxLength?: number;
  /** Maximum number of files; beyond it the oldest are removed. 2,000 by default. */
  readonly maxFiles?: number;
}

/** The fraction of files that stays after an eviction, so that evictions are rare. */
const KEPT_PART = 0.75;

/** An entry of the longest body, of characters that JSON escapes, is smaller. In bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The names of entries, and of those that are being written. */
const ENTRY_NAME = /^[0-9a-f]{64}(?:\.[0-9a-f-]{36})?$/;

/**
 * Stores each response as a file in a folder, which is created on demand. Any number of processes may share
 * it. The calls block: for many small files that is faster than the thread pool.
 */
export class FileResponseCache implements ResponseCache {
  readonly #folder: string;
  readonly #key: Pick<SealKey, 'seal' | 'verify'>;
  readonly #maxLength: number;
  readonly #maxFiles: number;
  #isPrepared = false;

  /** @param key - from a folder that is not part of the cache */
  constructor(
    folder: string,
    key: Pick<SealKey, 'seal' | 'verify'>,
    { maxLength = 4 * 1024 ** 2, maxFiles = 2000 }: FileResponseCacheLimits = {},
  ) {
    this.#folder = folder;
    this.#key = key;
    this.#maxLength = maxLength;
    this.#maxFiles = maxFiles;
  }

  async get(key: string): Promise<CachedResponse | undefined> {
    return unlessFailed(() =>
      this.#parse(key, readRegularFile(this.#pathOf(key), MAX_FILE_BYTES).toString('utf8')),
    );
  }

  async set(key: string, response: CachedResponse): Promise<void> {
    if (response.body.length > this.#maxLength) return;
    const path = this.#pathOf(key);
    const temporary = `${path}.${randomUUID()}`;
    const { etag, body } = response;
    const seal = this.#key.seal(headOf(key, etag), body);
    if (seal === undefined) return;
    try {
      this.#prepare();
      writeFileSync(temporary, JSON.stringify({ etag, seal, body }), { flag: 'wx', mode: 0o600 });
      renameSync(temporary, path);
    } catch {
      removeQuietly(temporary);
    }
  }

  /** Once per process. Other processes may add files at the same time, so the limit is approximate. */
  #prepare(): void {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    // Responses of private registries are for this user only.
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    // A cache that comes from elsewhere may have a link to a folder of the user in place of this one.
    if (!isRealFolder(this.#folder)) return;
    const names = readdirSync(this.#folder).filter((name) => ENTRY_NAME.test(name));
    if (names.length > this.#maxFiles) this.#removeOldest(names);
  }

  #removeOldest(names: readonly string[]): void {
    const files = names
      .map((name) => join(this.#folder, name))
      .map((path) => ({ path, writtenAtMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => a.writtenAtMs - b.writtenAtMs);
    const surplus = files.length - Math.floor(this.#maxFiles * KEPT_PART);
    for (const { path } of files.slice(0, surplus)) removeQuietly(path);
  }

  /** Entries of 0.1.0 have no seal, and do not count. @throws Error if it is not JSON, as after damage */
  #parse(key: string, text: string): CachedResponse | undefined {
    const { etag, seal, body } = JSON.parse(text) as Record<string, unknown>;
    if (typeof etag !== 'string' || typeof seal !== 'string' || typeof body !== 'string') return undefined;
    return this.#key.verify(Buffer.from(seal), headOf(key, etag), body) ? { etag, body } : undefined;
  }

  #pathOf(key: string): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex'));
  }
}

function removeQuietly(path: string): void {
  unlessFailed(() => rmSync(path, { force: true }));
}

/** What is sealed in front of a body: which response it is. */
function headOf(key: string, etag: string): string {
  return `prime-response ${JSON.stringify([key, etag])}\n`;
}
