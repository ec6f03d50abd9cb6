// The memory that answers of upstreams occupy, from one budget with what clients make the process hold.
import type { Release } from '@prime-registry/concurrency';
import { RegistryError } from '@prime-registry/protocol';

/** A budget of bytes; see MemoryBudget. */
export interface MemoryAccount {
  /** @returns what returns the bytes; undefined if there are not enough left for this key */
  take(key: string, bytes: number): Release | undefined;
}

/** Budgets are taken in steps. The first one is free: the number of requests bounds short answers. */
const STEP_BYTES = 64 * 1024;

/** The share of one request to an upstream. */
export class MemoryHold {
  readonly #memory: MemoryAccount | undefined;
  readonly #url: string;
  readonly #releases: Release[] = [];
  #neededBytes = 0;
  #takenBytes = STEP_BYTES;

  /**
   * @param memory - undefined for no bound
   * @param url - base URL of the upstream
   */
  constructor(memory: MemoryAccount | undefined, url: string) {
    this.#memory = memory;
    this.#url = url;
  }

  /** Takes more bytes. @throws RegistryError `overloaded` */
  grow(bytes: number): void {
    this.#neededBytes += bytes;
    const missingBytes = this.#neededBytes - this.#takenBytes;
    if (missingBytes <= 0 || this.#memory === undefined) return;
    const stepBytes = Math.ceil(missingBytes / STEP_BYTES) * STEP_BYTES;
    const release = this.#memory.take(keyOfUpstream(this.#url), stepBytes);
    if (release === undefined) throw tooMuch(this.#url);
    this.#takenBytes += stepBytes;
    this.#releases.push(release);
  }

  /** Returns everything. Idempotent. */
  release(): void {
    for (const release of this.#releases.splice(0)) release();
  }
}

/** For whom threads and budgets work; see TaskUse. */
export function keyOfUpstream(url: string): string {
  return `upstream ${url}`;
}

/** The error for what would exceed a bound of what is read from one upstream. @param url - its base URL */
export function tooMuch(url: string): RegistryError {
  const detail = `Too much is being read from ${url} at the moment. Try again in a moment.`;
  return new RegistryError('overloaded', { detail });
}
