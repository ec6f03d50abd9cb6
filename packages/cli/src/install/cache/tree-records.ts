// Which tree digest the tarball with a SHA-256 really has. lock.yaml states both, but it comes with a
// checkout, and only the tarball proves that they belong together. The records save reading the tarball again
// at every install. They are sealed: whoever can write the cache, such as a CI service, proves nothing by it.
import { join } from 'node:path';
import { readTarballFileDigests, treeDigest } from '@prime-registry/archive';
import { isSha256 } from '@prime-registry/protocol';
import type { Environment } from '../../command.ts';
import { cacheFolder } from '../../settings/folders.ts';
import { CACHED_LIMITS } from '../limits.ts';
import { RecordFile } from './record-file.ts';
import { openSealKey, type SealKey } from './seal-key.ts';
import { DamagedTarballError, TarballCache } from './tarball-cache.ts';

/** About 60,000 records. In bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Records in the cache folder of the user. Their errors only cost time. */
export class TreeRecords {
  readonly #records: RecordFile;
  readonly #tarballs: TarballCache;
  readonly #key: SealKey;

  constructor(folder: string, tarballs: TarballCache, key: SealKey) {
    this.#key = key;
    this.#records = new RecordFile({ path: join(folder, 'records'), maxBytes: MAX_BYTES });
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

  /** Records the digest of a tree that was unpacked from a verified tarball; {@link save} writes it. */
  keep(sha256: string, digest: string): void {
    const seal = this.#key.seal(headOf(requireSha256(sha256)), digest);
    if (seal !== undefined) this.#records.add(sha256, `${digest} ${seal}`);
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
    try {
      const reading = await readTarballFileDigests(this.#tarballs.read(sha256), CACHED_LIMITS);
      if (!reading.ok) return undefined;
      const digest = treeDigest(reading.files);
      this.keep(sha256, digest);
      this.save();
      return digest;
    } catch (error) {
      if (error instanceof DamagedTarballError) return undefined;
      throw error;
    }
  }

  /** Records before 0.3.0 have no seal, and do not count. */
  #read(sha256: string): string | undefined {
    const [digest = '', seal = ''] = this.#records.find(requireSha256(sha256))?.split(' ') ?? [];
    return isSha256(digest) && this.#key.verify(Buffer.from(seal), headOf(sha256), digest)
      ? digest
      : undefined;
  }
}

function headOf(sha256: string): string {
  return `prime-tree ${sha256}\n`;
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
  return new TreeRecords(join(cacheFolder(environment), 'trees'), tarballs, openSealKey(environment));
}
