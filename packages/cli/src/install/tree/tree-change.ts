// Brings the installed Primes and lock.yaml from one state to the next: all of it, or nothing, also when the process is killed
// on the way. New Primes are made ready aside; then a journal says what is to happen, everything moves by renames, and removing
// the journal is the commit.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../../errors/command-error.ts';
import { type FileOperations, removeIfEmpty, writeDurably } from '../../files/file-operations.ts';
import { hasOwnFolder } from '../../files/own-folder.ts';
import { lockfilePath, primesFolder, STAGING_PREFIX } from '../primes-folder.ts';
import { removeStaging, type TreeOptions, takeBack } from './recover-tree.ts';
import { hasPrime, movePrime, placesOf, type Staging } from './staging.ts';
import { findBytes, type Journal, removeJournal, writeJournal } from './tree-journal.ts';

export { recoverTree, type TreeOptions } from './recover-tree.ts';

/** Begins a change, of which there may be one at a time: under the lock of the project, after `recoverTree`. */
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
  /** Once there may be a journal. */
  #journalPath: string | undefined;
  readonly #actions = new Map<string, 'replace' | 'remove'>();
  #state: 'empty' | 'staging' | 'changing' = 'empty';

  constructor(projectFolder: string, { journalFolder, files = fs, onWarning }: TreeOptions) {
    const primes = primesFolder(projectFolder);
    this.#lockPath = lockfilePath(projectFolder);
    this.#staging = { primes, folder: join(primes, `${STAGING_PREFIX}${randomBytes(4).toString('hex')}`) };
    this.#files = files;
    this.#onWarning = onWarning;
    this.#journalFolder = journalFolder;
  }

  /** A path at which there is nothing yet, in a folder that exists: where the new Prime is to be made ready. */
  stagingFolderFor(name: string): string {
    const { staged } = placesOf(this.#staging, name);
    this.#makeStaging();
    this.#files.mkdirSync(dirname(staged), { recursive: true });
    return staged;
  }

  /** The Prime is to be the one in its staging folder, whether it is installed or not. */
  replace(name: string): void {
    this.#actions.set(name, 'replace');
  }

  /** The Prime is to be gone, if it is installed. */
  remove(name: string): void {
    this.#actions.set(name, 'remove');
  }

  /**
   * Makes the change. Without a new text, lock.yaml stays as it is. What was replaced is deleted afterwards; where that fails,
   * there is a warning. A symbolic link where a Prime of the change, or its scope, should be holds nothing of ours: it is
   * removed for good before anything else, with a warning, and what it leads to is left alone.
   * @throws what went wrong, when everything is as it was before; ValidationError when `.primes` is a symbolic link;
   *   CommandError when not even that was possible, so that the next `recoverTree` has to do it
   */
  async commit(newLockText: string | undefined): Promise<void> {
    const oldLock = findBytes(this.#files, this.#lockPath);
    const newLock = newLockText === undefined ? undefined : Buffer.from(newLockText);
    const isLockNew = newLock !== undefined && oldLock?.equals(newLock) !== true;
    const changes = [...this.#actions.keys()].map((name) => {
      const { installed } = placesOf(this.#staging, name);
      this.#removeLinks(installed);
      return { name, hadOld: hasPrime(this.#files, this.#staging, installed) };
    });
    if (changes.length > 0 || isLockNew) {
      this.#makeStaging();
      const journal: Journal = {
        oldLock: oldLock?.toString('latin1') ?? null,
        newLock: isLockNew ? newLock.toString('latin1') : null,
        changes,
      };
      this.#journalPath = await writeJournal(this.#files, this.#journalFolder, this.#staging, journal);
      this.#state = 'changing';
      try {
        await this.#move(journal, isLockNew ? newLock : undefined);
      } catch (error) {
        await this.#takeBack(journal, error);
        await this.abandon();
        throw error;
      }
      this.#state = 'staging';
    }
    await this.abandon();
  }

  /** Removes what was staged. After a commit, or where nothing was staged, there is nothing to do. */
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

  async #move({ changes }: Journal, newLock: Uint8Array | undefined): Promise<void> {
    for (const { name, hadOld } of changes) {
      const { installed, staged, replaced } = placesOf(this.#staging, name);
      if (hadOld) await movePrime(this.#files, this.#staging, installed, replaced);
      if (this.#actions.get(name) === 'replace')
        await movePrime(this.#files, this.#staging, staged, installed);
      else removeIfEmpty(this.#files, dirname(installed));
    }
    if (newLock !== undefined) {
      await writeDurably(this.#files, this.#lockPath, newLock, join(this.#staging.folder, 'lock.new'));
    }
    this.#removeJournal();
  }

  #removeLinks(installed: string): void {
    if (!hasOwnFolder(this.#staging.primes, this.#files)) return;
    for (const path of [dirname(installed), installed]) {
      if (this.#files.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue;
      this.#files.unlinkSync(path);
      this.#onWarning?.(`${path} was a symbolic link: it was removed, and what it leads to was left alone`);
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
      throw new CommandError(`.primes is half changed, and was not put back: ${reasons.join('; ')}`, {
        cause,
        hint: "make sure that .primes can be written and the disk is not full, then run 'prime install'",
      });
    }
  }
}
