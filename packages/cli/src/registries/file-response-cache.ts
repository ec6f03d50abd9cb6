// A cache of registry responses on disk, revalidated with conditional requests. Its errors only cost time: a
// damaged entry is a miss, and an entry that cannot be written is dropped.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CachedResponse, ResponseCache } from '@prime-registry/client';

/** Limits of the cache. */
export interface FileResponseCacheLimits {
  /** Maximum length of a body, in UTF-16 code units; 4 Mi by default. */
  readonly maxLength?: number;
  /** Maximum number of files; beyond it the oldest are removed. 2,000 by default. */
  readonly maxFiles?: number;
}

/** The fraction of files that stays after an eviction, so that evictions are rare. */
const KEPT_PART = 0.75;

/**
 * Stores each response as a file in a folder, which is created on demand. Any number of processes may share
 * it. The calls block: for many small files that is faster than the thread pool.
 */
export class FileResponseCache implements ResponseCache {
  readonly #folder: string;
  readonly #maxLength: number;
  readonly #maxFiles: number;
  #isPrepared = false;

  constructor(folder: string, { maxLength = 4 * 1024 ** 2, maxFiles = 2000 }: FileResponseCacheLimits = {}) {
    this.#folder = folder;
    this.#maxLength = maxLength;
    this.#maxFiles = maxFiles;
  }

  async get(key: string): Promise<CachedResponse | undefined> {
    try {
      return parseEntry(readFileSync(this.#pathOf(key), 'utf8'));
    } catch {
      return undefined;
    }
  }

  async set(key: string, response: CachedResponse): Promise<void> {
    if (response.body.length > this.#maxLength) return;
    const path = this.#pathOf(key);
    const temporary = `${path}.${randomUUID()}`;
    try {
      this.#prepare();
      writeFileSync(temporary, formatEntry(response), { flag: 'wx', mode: 0o600 });
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
    const names = readdirSync(this.#folder);
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

  #pathOf(key: string): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex'));
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A file that stays is harmless.
  }
}

function formatEntry({ etag, body }: CachedResponse): string {
  return JSON.stringify({ etag, sha256: digestOf(etag, body), body });
}

/** @throws Error if it is not JSON, as after damage */
function parseEntry(text: string): CachedResponse | undefined {
  const { etag, sha256, body } = JSON.parse(text) as Record<string, unknown>;
  if (typeof etag !== 'string' || typeof body !== 'string') return undefined;
  return sha256 === digestOf(etag, body) ? { etag, body } : undefined;
}

function digestOf(etag: string, body: string): string {
  return createHash('sha256').update(`${etag}\n${body}`).digest('hex');
}
