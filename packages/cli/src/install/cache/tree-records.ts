// Which tree digest the tarball with a SHA-256 really has. lock.yaml states both, but it comes with a
// checkout, and only the tarball proves that they belong together. The records save reading the tarball again
// at every install.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readTarballFileDigests, treeDigest } from '@prime-registry/archive';
import { isSha256 } from '@prime-registry/protocol';
import type { Environment } from '../../command.ts';
import { cacheFolder } from '../../settings/folders.ts';
import { CACHED_LIMITS } from '../limits.ts';
import { DamagedTarballError, TarballCache } from './tarball-cache.ts';

/** Records in the cache folder of the user, one file for each tarball. Their errors only cost time. */
export class TreeRecords {
  readonly #folder: string;
  readonly #tarballs: TarballCache;

  constructor(folder: string, tarballs: TarballCache) {
    this.#folder = folder;
    this.#tarballs = tarballs;
  }

  /** The tree digest of a tarball, from its record or else from the cached tarball; undefined without both. */
  async find(sha256: string): Promise<string | undefined> {
    return this.#read(sha256) ?? (await this.#compute(sha256));
  }

  /** As {@link find}, but the record counts only if the tarball is not in the cache. */
  async verify(sha256: string): Promise<string | undefined> {
    return (await this.#compute(sha256)) ?? this.#read(sha256);
  }

  /** Records the digest of a tree that was unpacked from a verified tarball. */
  keep(sha256: string, digest: string): void {
    const path = this.#pathOf(sha256);
    const temporary = `${path}.${process.pid}`;
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(temporary, digest);
      renameSync(temporary, path);
    } catch {
      rmSync(temporary, { force: true });
    }
  }

  /**
   * The tree digest of a tarball, from the cached tarball, verified; undefined if it is not there or
   * unreadable.
   */
  async #compute(sha256: string): Promise<string | undefined> {
    if ((await this.#tarballs.find(sha256)) === undefined) return undefined;
    try {
      const reading = await readTarballFileDigests(this.#tarballs.read(sha256), CACHED_LIMITS);
      if (!reading.ok) return undefined;
      const digest = treeDigest(reading.files);
      this.keep(sha256, digest);
      return digest;
    } catch (error) {
      if (error instanceof DamagedTarballError) return undefined;
      throw error;
    }
  }

  #read(sha256: string): string | undefined {
    try {
      const text = readFileSync(this.#pathOf(sha256), 'utf8');
      return isSha256(text) ? text : undefined;
    } catch {
      return undefined;
    }
  }

  #pathOf(sha256: string): string {
    if (!isSha256(sha256)) throw new TypeError('a record belongs to a SHA-256 in lower case');
    return join(this.#folder, sha256.slice(0, 2), sha256);
  }
}

/** The records of a user. @param tarballs - the cached tarballs, if they are open already */
export function openTreeRecords(
  environment: Environment,
  tarballs = new TarballCache(join(cacheFolder(environment), 'tarballs')),
): TreeRecords {
  return new TreeRecords(join(cacheFolder(environment), 'trees'), tarballs);
}
