// A transaction over the installed Primes and lock.yaml: all or nothing, even if the process is killed. New
// Primes are staged; then a journal lists the changes, everything moves by renames, and removing the journal
// is the commit.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../../errors/command-error.ts';
import { type FileOperations, removeIfEmpty, writeDurably } from '../../files/file-operations.ts';
import { hasOwnFolder } from '../../files/own-folder.ts';
import { lockfilePath, primesFolder, STAGING_PREFIX } from '../primes-folder.ts';
import { moveItem, stageIndex } from './index-items.ts';
import type { Journal } from './journal.ts';
import { removeStaging, type TreeOptions } from './recover-tree.ts';
import { hasPrime, movePrime, placesOf, type RealFolders, type Staging } from './staging.ts';
import { takeBack } from './take-back.ts';
import { findBytes, removeJournal, writeJournal } from './tree-journal.ts';

export { recoverTree, type TreeOptions } from './recover-tree.ts';

/** Begins a change. One at a time: call it under the lock of the project, after `recoverTree`. */
export async function beginTreeChange(projectFolder: string, options: TreeOptions): Promise<TreeChange> {
  return new TreeChange(projectFolder, options);
}

/** A change of the installed Primes, to be committed or abandoned. */
export class TreeChange {
  readonly #lockPath: string;
  readonly #staging: Staging;
  readonly #files: FileOperations;
  readonly #onWarning: TreeOptions['onWarning'];
  readonly #journalFolder: string;
  /** Set when there may be a journal. */
  #journalPath: string | undefined;
  readonly #stagedScopes = new Set<string>();
  readonly #actions = new Map<string, 'replace' | 'remove'>();
  #indexTexts: ReadonlyMap<string, string> | undefined;
  #state: 'empty' | 'staging' | 'changing' = 'empty';

  constructor(projectFolder: string, { journalFolder, files = fs, onWarning }: TreeOptions) {
    const primes = primesFolder(projectFolder);
    this.#lockPath = lockfilePath(projectFolder);
    this.#staging = { primes, folder: join(primes, `${STAGING_PREFIX}${randomBytes(4).toString('hex')}`) };
    this.#files = files;
    this.#onWarning = onWarning;
    this.#journalFolder = journalFolder;
  }

  /** The path for unpacking the new Prime. Nothing exists there yet; its parent folder does. */
  stagingFolderFor(name: string): string {
    const { staged } = placesOf(this.#staging, name);
    this.#makeStaging();
    const scope = dirname(staged);
    if (!this.#stagedScopes.has(scope)) this.#files.mkdirSync(scope, { recursive: true });
    this.#stagedScopes.add(scope);
    return staged;
  }

  /** Installs the Prime in its staging folder, whether an old one is installed or not. */
  replace(name: string): void {
    this.#actions.set(name, 'replace');
  }

  /** Removes the Prime, if it is installed. */
  remove(name: string): void {
    this.#actions.set(name, 'remove');
  }

  /** Replaces the table of contents. @param texts - all of its files, by path below `.primes` */
  replaceIndex(texts: ReadonlyMap<string, string>): void {
    this.#indexTexts = texts;
  }

  /**
   * Makes the change. Without a new text, lock.yaml stays as it is. Replaced Primes are deleted afterwards; a
   * failure of that is a warning. A symbolic link in the place of a Prime or its scope is removed first and
   * permanently, with a warning; its target stays untouched.
   * @throws the cause, after a rollback; ValidationError if `.primes` is a symbolic link; CommandError if the
   *   rollback failed, so that the next `recoverTree` must do it
   */
  async commit(newLockText: string | undefined): Promise<void> {
    const oldLock = findBytes(this.#files, this.#lockPath);
    const newLock = newLockText === undefined ? undefined : Buffer.from(newLockText);
    const isLockNew = newLock !== undefined && oldLock?.equals(newLock) !== true;
    const real: RealFolders = new Set();
    const changes = [...this.#actions.keys()].map((name) => {
      const { installed } = placesOf(this.#staging, name);
      this.#removeLinks(installed, real);
      return { name, hadOld: hasPrime(this.#files, this.#staging, installed, real) };
    });
    if (changes.length > 0 || isLockNew || this.#indexTexts !== undefined) {
      this.#makeStaging();
      const index = this.#indexTexts && stageIndex(this.#files, this.#staging, this.#indexTexts);
      const journal: Journal = {
        oldLock: oldLock?.toString('latin1') ?? null,
        newLock: isLockNew ? newLock.toString('latin1') : null,
        changes,
        ...(index !== undefined && { index }),
      };
      this.#journalPath = await writeJournal(this.#files, this.#journalFolder, this.#staging, journal);
      this.#state = 'changing';
      try {
        await this.#move(journal, isLockNew ? newLock : undefined, real);
      } catch (error) {
        await this.#takeBack(journal, error);
        await this.abandon();
        throw error;
      }
      this.#state = 'staging';
    }
    await this.abandon();
  }

  /** Removes staged files. Does nothing after a commit, or if nothing was staged. */
  async abandon(): Promise<void> {
    if (this.#state !== 'staging') return;
    this.#state = 'empty';
    removeStaging(this.#files, this.#staging, {
      journalPath: this.#journalPath,
      onWarning: this.#onWarning,
    });
  }

  #makeStaging(): void {
    if (this.#state !== 'empty') return;
    const { primes, folder } = this.#staging;
    if (!hasOwnFolder(primes, this.#files)) this.#files.mkdirSync(primes);
    this.#files.mkdirSync(folder);
    this.#state = 'staging';
  }

  async #move(
    { changes, index = [] }: Journal,
    newLock: Uint8Array | undefined,
    real: RealFolders,
  ): Promise<void> {
    const movePlace = (from: string, to: string): Promise<void> =>
      movePrime(this.#files, this.#staging, { from, to, real });
    for (const { name, hadOld } of changes) {
      const { installed, staged, replaced } = placesOf(this.#staging, name);
      if (hadOld) await movePlace(installed, replaced);
      if (this.#actions.get(name) === 'replace') await movePlace(staged, installed);
      else {
        real.delete(dirname(installed));
        removeIfEmpty(this.#files, dirname(installed));
      }
    }
    for (const change of index) await moveItem(this.#files, this.#staging, change);
    if (newLock !== undefined) {
      await writeDurably(this.#files, this.#lockPath, newLock, join(this.#staging.folder, 'lock.new'));
    }
    this.#removeJournal();
  }

  #removeLinks(installed: string, real: RealFolders): void {
    const scope = dirname(installed);
    if (!real.has(this.#staging.primes) && !hasOwnFolder(this.#staging.primes, this.#files)) return;
    for (const path of real.has(scope) ? [installed] : [scope, installed]) {
      const found = this.#files.lstatSync(path, { throwIfNoEntry: false });
      if (found === undefined) return;
      if (!found.isSymbolicLink()) continue;
      this.#files.unlinkSync(path);
      this.#onWarning?.(`${path} was a symbolic link: it was removed, and its target was left untouched`);
    }
  }

  #removeJournal(): void {
    if (this.#journalPath !== undefined) removeJournal(this.#files, this.#journalPath);
  }

  async #takeBack(journal: Journal, cause: unknown): Promise<void> {
    try {
      await takeBack(this.#files, this.#staging, journal);
      this.#removeJournal();
      this.#state = 'staging';
    } catch (error) {
      const reasons = [cause, error].map((reason) =>
        reason instanceof Error ? reason.message : String(reason),
      );
      throw new CommandError(
        `.primes is partly changed, and could not be rolled back: ${reasons.join('; ')}`,
        {
          cause,
          hint: "make sure that .primes is writable and the disk is not full, then run 'prime install'",
        },
      );
    }
  }
}
