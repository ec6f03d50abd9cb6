// The installed Primes that may answer: those whose files are what the lock file says.
import { statSync } from 'node:fs';
import { toPrintable } from '@prime-registry/command-line';
import { mapConcurrently } from '@prime-registry/concurrency';
import { type IndexedPrime, indexPrime, type SearchablePrime, toKnownAtom } from '@prime-registry/knowledge';
import { scopeOf } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { ignore } from '../errors/expected.ts';
import { isMissing } from '../files/file-operations.ts';
import { openTreeRecords, type TreeRecords } from '../install/cache/tree-records.ts';
import { type LockedPrime, type Lockfile, makeLockfile } from '../install/lockfile/lockfile.ts';
import { readLockfile } from '../install/lockfile/read-lockfile.ts';
import { lockfilePath } from '../install/primes-folder.ts';
import { primeFolder, readTree } from '../install/tree/installed-tree.ts';
import { once } from '../once.ts';
import { type ContentsCache, openContentsCache } from './contents-cache.ts';
import { findProject } from './find-project.ts';
import { ChangedFileError, type PrimeContents, readPrimeContents } from './prime-contents.ts';

/** An installed Prime whose files are intact. */
export interface InstalledPrime {
  readonly locked: LockedPrime;
  readonly contents: PrimeContents;
  /**
   * Whether its tarball was on this machine, has these files, and is that of this version. Otherwise only lock.yaml says so, which comes with a
   * checkout, as the files may.
   */
  readonly isProven: boolean;
  /** Its words, for searches; made once. */
  readonly getIndex: () => IndexedPrime;
}

/** Where the Primes are, and who hears of those that do not answer. */
export interface InstalledOptions {
  readonly projectFolder: string;
  readonly cache: ContentsCache;
  readonly trees: Pick<TreeRecords, 'find' | 'isNamed'>;
  /** Read as the lock file of the project, whatever that becomes. */
  readonly lockfile?: Lockfile;
  /** Called with a sentence, once for each Prime that is not read. */
  readonly onWarning: (text: string) => void;
}

/** Number of trees that are read at the same time. */
const READ_LIMIT = 8;

/**
 * The installed Primes of a project. Each is verified when it is read first; a change of the lock file, by another
 * process, is noticed.
 */
export class InstalledPrimes {
  readonly projectFolder: string;
  readonly #options: InstalledOptions;
  /** By name and tree digest. */
  readonly #read = new Map<string, Promise<InstalledPrime | undefined>>();
  #lock: { readonly stamp: string; readonly lockfile: Lockfile } | undefined;

  constructor(options: InstalledOptions) {
    this.projectFolder = options.projectFolder;
    this.#options = options;
  }

  /** The lock file as it is now; empty if it is gone. @throws ValidationError if it cannot be read */
  async lockfile(): Promise<Lockfile> {
    if (this.#options.lockfile !== undefined) return this.#options.lockfile;
    const stamp = stampOf(lockfilePath(this.projectFolder));
    if (this.#lock?.stamp === stamp) return this.#lock.lockfile;
    const lockfile = (await readLockfile(this.projectFolder)) ?? makeLockfile([]);
    this.#lock = { stamp, lockfile };
    this.#read.clear();
    return lockfile;
  }

  /** A Prime; undefined if it is not locked, or not intact. */
  async find(name: string, signal: AbortSignal): Promise<InstalledPrime | undefined> {
    const locked = (await this.lockfile()).get(name);
    return locked && this.#load(locked, signal);
  }

  /** All that are intact, by name. */
  async list(signal: AbortSignal): Promise<InstalledPrime[]> {
    const locked = [...(await this.lockfile()).values()];
    const primes = await mapConcurrently(locked, { limit: READ_LIMIT, signal }, (each, end) =>
      this.#load(each, end),
    );
    return primes.filter((prime) => prime !== undefined);
  }

  /**
   * The Primes with an atom: first those in its own scope, then by name. Others are read only as far as needed.
   * @param most - how many are enough
   */
  async findHolders(
    id: string,
    signal: AbortSignal,
    most = Number.POSITIVE_INFINITY,
  ): Promise<InstalledPrime[]> {
    const scope = `${scopeOf(id)}/`;
    const locked = [...(await this.lockfile()).values()];
    const [own, others] = [true, false].map((isOwn) =>
      locked.filter(({ name }) => name.startsWith(scope) === isOwn),
    );
    const holders: InstalledPrime[] = [];
    for (const each of [...(own ?? []), ...(others ?? [])]) {
      if (holders.length >= most) break;
      const prime = await this.#load(each, signal);
      if (prime?.contents.atoms.some((atom) => atom.id === id) === true) holders.push(prime);
    }
    return holders;
  }

  #load(locked: LockedPrime, signal: AbortSignal): Promise<InstalledPrime | undefined> {
    const key = `${locked.name} ${locked.tree_sha256}`;
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    const reading = this.#verify(locked, signal);
    this.#read.set(key, reading);
    // A failed or aborted read says nothing about the next one.
    reading.catch(() => this.#read.delete(key));
    return reading;
  }

  async #verify(locked: LockedPrime, signal: AbortSignal): Promise<InstalledPrime | undefined> {
    const { projectFolder, cache, trees, onWarning } = this.#options;
    const { name, version, sha256, tree_sha256: digest } = locked;
    const packed = await trees.find(sha256);
    if (packed !== undefined && packed !== digest) {
      onWarning(
        `${name} ${version} is not what its tarball has, whatever lock.yaml says, and was not read; run 'prime install'`,
      );
      return undefined;
    }
    const tree = await readTree(projectFolder, locked, signal);
    const known = tree.state === 'intact' ? cache.find(digest) : undefined;
    const contents =
      known ??
      (tree.state === 'intact'
        ? await readPrimeContents(primeFolder(projectFolder, name), tree.files, signal).catch(
            ignore(hasChanged),
          )
        : undefined);
    if (contents === undefined) {
      const what = tree.state === 'missing' ? 'is missing' : 'is not as lock.yaml says';
      onWarning(`${name} ${version} ${what}, and was not read; run 'prime install'`);
      return undefined;
    }
    if (known === undefined) cache.keep(digest, contents);
    const getIndex = once(() => indexPrime(toSearchable(locked, contents)));
    const isProven = packed !== undefined && trees.isNamed(locked, contents.own?.text);
    return { locked, contents, isProven, getIndex };
  }
}

/** Whether files have changed since their digests were computed. */
function hasChanged(error: unknown): boolean {
  return error instanceof ChangedFileError || isMissing(error);
}

function toSearchable({ name, version }: LockedPrime, contents: PrimeContents): SearchablePrime {
  const { description, namespaces, tags, atoms } = contents;
  return {
    ...{ name, version, description },
    labels: [...namespaces, ...tags],
    atoms: atoms.map((atom) => ({ ...toKnownAtom(atom), text: atom.texts.full })),
  };
}

/** Differs after every change of the file. */
export function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

/** The installed Primes that answer in a folder; undefined without a project. */
export function openInstalled(
  context: Pick<CommandContext, 'folder' | 'environment' | 'terminal'>,
): InstalledPrimes | undefined {
  const projectFolder = findProject(context.folder);
  if (projectFolder === undefined) return undefined;
  return new InstalledPrimes({
    projectFolder,
    cache: openContentsCache(context),
    trees: openTreeRecords(context.environment),
    onWarning: (text) => context.terminal.warn(toPrintable(text)),
  });
}
