// Answers of registries on disk, so that the next command asks only whether they still hold. A cache that does not work
// costs time and nothing else: what is damaged is not there, and what cannot be written is not kept.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CachedResponse, ResponseCache } from '@prime-registry/client';

/** How much is kept. */
export interface FileResponseCacheLimits {
  /** Longest body, in UTF-16 code units; 4 Mi when left out. */
  readonly maxLength?: number;
  /** Most files; when there are more, the oldest go. 2,000 when left out. */
  readonly maxFiles?: number;
}

/** Part of the files that is left when there were too many, so that it is long until there are again. */
const KEPT_PART = 0.75;

/**
 * Keeps each answer in a file of a folder, which is made when it is needed. Any number of processes may share it. The files
 * are small and many: waiting for each takes less time than handing it to other threads, which block one another.
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

  /** Once a process: others may add files at the same time, so the bound is kept roughly. */
  #prepare(): void {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    // What a private registry answered is its reader's alone.
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
    // It stays, and is only in the way.
  }
}

function formatEntry({ etag, body }: CachedResponse): string {
  return JSON.stringify({ etag, sha256: digestOf(etag, body), body });
}

/** @throws Error when it is damaged, or from another version of this program */
function parseEntry(text: string): CachedResponse | undefined {
  const { etag, sha256, body } = JSON.parse(text) as Record<string, unknown>;
  if (typeof etag !== 'string' || typeof body !== 'string') return undefined;
  return sha256 === digestOf(etag, body) ? { etag, body } : undefined;
}

function digestOf(etag: string, body: string): string {
  return createHash('sha256').update(`${etag}\n${body}`).digest('hex');
}
