// Which tree digest the tarball with a SHA-256 really has. lock.yaml states both, but it comes with a
// checkout, and only the tarball proves that they belong together. The records save reading the tarball again
// at every install. They are sealed: whoever can write the cache, such as a CI service, proves nothing by it.
import { join } from 'node:path';
import { isSha256 } from '@prime-registry/protocol';
import type { Environment } from '../../command.ts';
import { cacheFolder } from '../../settings/folders.ts';
import { RecordFile } from './record-file.ts';
import { openSealKey, type SealKey } from './seal-key.ts';
import { TarballCache } from './tarball-cache.ts';

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
    return this.findRecorded(sha256) ?? (await this.#compute(sha256));
  }

  /** The tree digest of a tarball from its record; undefined without one. Records of 0.1.0 have no seal, and do not count. */
  findRecorded(sha256: string): string | undefined {
    const [digest = '', seal = ''] = this.#records.find(requireSha256(sha256))?.split(' ') ?? [];
    return isSha256(digest) && this.#key.verify(Buffer.from(seal), headOf(sha256), digest)
      ? digest
      : undefined;
  }

  /** As {@link find}, but the record counts only if the tarball is not in the cache. */
  async verify(sha256: string): Promise<string | undefined> {
    return (await this.#compute(sha256)) ?? this.findRecorded(sha256);
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
    // What reads tarballs is only loaded if a record is missing.
    const { digestCachedTree } = await import('./digest-cached-tree.ts');
    const digest = await digestCachedTree(this.#tarballs, sha256);
    if (digest === undefined) return undefined;
    this.keep(sha256, digest);
    this.save();
    return digest;
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
