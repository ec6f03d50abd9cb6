// Which tree digest the tarball with a SHA-256 really has. lock.yaml states both, but it comes with a
// checkout, and only the tarball proves that they belong together. The records save reading the tarball again
// at every install. They are sealed: whoever can write the cache, such as a CI service, proves nothing by it.

import { join } from 'node:path';
import { isSha256 } from '@prime-registry/protocol';
import type { Environment } from '../../command.ts';
import { cacheFolder } from '../../settings/folders.ts';
import type { LockedPrime } from '../lockfile/lockfile.ts';
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

  /** Records that a registry, or this machine, says that a version has these bytes; {@link save} writes it. */
  keepName(prime: NamedVersion): void {
    const seal = this.#key.seal(headOfName(prime), requireSha256(prime.sha256));
    if (seal !== undefined) this.#records.add(keyOfName(prime), `${prime.sha256} ${seal}`);
  }

  /**
   * Whether a version has these bytes: its manifest says so, or a record does. lock.yaml alone could name the tarball of another Prime.
   * @param own - name and version in the manifest, with a space between them; undefined if it cannot be read
   */
  isNamed(prime: NamedVersion, own: string | undefined): boolean {
    if (own === idOf(prime)) return true;
    const [sha256 = '', seal = ''] = this.#records.find(keyOfName(prime))?.split(' ') ?? [];
    return sha256 === prime.sha256 && this.#key.verify(Buffer.from(seal), headOfName(prime), sha256);
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

/** A version with the digest of its tarball. */
type NamedVersion = Pick<LockedPrime, 'name' | 'moved_to' | 'version' | 'sha256'>;

/** What its own manifest would say. */
function idOf({ name, moved_to: ownName = name, version }: NamedVersion): string {
  return `${ownName} ${version}`;
}

function keyOfName(prime: NamedVersion): string {
  return idOf(prime).replace(' ', '@');
}

function headOfName(prime: NamedVersion): string {
  return `prime-name ${idOf(prime)}\n`;
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
