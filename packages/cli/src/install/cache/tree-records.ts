// Which tree digest the tarball with a SHA-256 really has. lock.yaml states both, but it comes with a
// checkout, and only the tarball proves that they belong together. The records save reading the tarball again
// at every install.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSha256 } from '@prime-registry/protocol';
import type { Environment } from '../../command.ts';
import { cacheFolder } from '../../settings/folders.ts';
import { RecordFile } from './record-file.ts';
import { TarballCache } from './tarball-cache.ts';

/** About 60,000 records. In bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Records in the cache folder of the user. Their errors only cost time. */
export class TreeRecords {
  readonly #folder: string;
  readonly #records: RecordFile;
  readonly #tarballs: TarballCache;

  constructor(folder: string, tarballs: TarballCache) {
    this.#folder = folder;
    this.#records = new RecordFile({ path: join(folder, 'records'), maxBytes: MAX_BYTES });
    this.#tarballs = tarballs;
  }

  /** The tree digest of a tarball, from its record or else from the cached tarball; undefined without both. */
  async find(sha256: string): Promise<string | undefined> {
    return this.findRecorded(sha256) ?? (await this.#compute(sha256));
  }

  /** The tree digest of a tarball from its record; undefined without one. */
  findRecorded(sha256: string): string | undefined {
    const text = this.#records.find(requireSha256(sha256)) ?? this.#readOlder(sha256);
    return text !== undefined && isSha256(text) ? text : undefined;
  }

  /** As {@link find}, but the record counts only if the tarball is not in the cache. */
  async verify(sha256: string): Promise<string | undefined> {
    return (await this.#compute(sha256)) ?? this.findRecorded(sha256);
  }

  /** Records the digest of a tree that was unpacked from a verified tarball; {@link save} writes it. */
  keep(sha256: string, digest: string): void {
    this.#records.add(requireSha256(sha256), digest);
  }

  /** Writes what was recorded. */
  save(): void {
    this.#records.save();
  }

  /**
   * The tree digest of a tarball, from the cached tarball, verified; undefined if it is not there or
   * unreadable.
   */
  async #compute(sha256: string): Promise<string | undefined> {
    if ((await this.#tarballs.find(sha256)) === undefined) return undefined;
    // What reads tarballs is only loaded if a record is missing.
    const { digestCachedTree } = await import('./digest-cached-tree.ts');
    const digest = await digestCachedTree(this.#tarballs, sha256);
    if (digest === undefined) return undefined;
    this.keep(sha256, digest);
    this.save();
    return digest;
  }

  /** Before 0.3.0, each record was a file. */
  #readOlder(sha256: string): string | undefined {
    try {
      return readFileSync(join(this.#folder, sha256.slice(0, 2), sha256), 'utf8');
    } catch {
      return undefined;
    }
  }
}

function requireSha256(text: string): string {
  if (!isSha256(text)) throw new TypeError('a record belongs to a SHA-256 in lower case');
  return text;
}

/** The records of a user. @param tarballs - the cached tarballs, if they are open already */
export function openTreeRecords(
  environment: Environment,
  tarballs = new TarballCache(join(cacheFolder(environment), 'tarballs')),
): TreeRecords {
  return new TreeRecords(join(cacheFolder(environment), 'trees'), tarballs);
}
