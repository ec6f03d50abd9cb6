// The lock of a folder, such as that of a project: only one prime at a time changes `.primes`. The lock is the folder
// `.primes/.lock` with one file, whose name identifies the holder. Taking it is one atomic rename, which succeeds for one
// process only: a free lock by moving a prepared folder into place, the lock of a dead process by renaming
// the file of that holder. Calls of the file system block: a free lock takes a few short ones, and less time than the code of
// node:fs/promises and of timers takes to load.
import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { CommandError } from '../../errors/command-error.ts';
import { unlessFailed } from '../../errors/expected.ts';
import { codeOf } from '../../files/file-operations.ts';
import { hasOwnFolder } from '../../files/own-folder.ts';
import { primesFolder, STAGING_PREFIX } from '../primes-folder.ts';
import { findState, type LockHolder, newHolder, parseHolder } from './lock-holder.ts';
import { LeaseWatch, TOUCH_EVERY_MS } from './lock-lease.ts';

/** How to wait for a lock. */
export interface LockOptions {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /**
   * Called once if another process has the lock, with a description of that process and the path of the lock.
   */
  readonly onWait?: (holder: string, path: string) => void;
  /** Maximum wait; 5 minutes by default. */
  readonly maxWaitMs?: number;
  /** A monotonic clock, in milliseconds; that of the process by default. */
  readonly clock?: () => number;
}

const MAX_WAIT_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/** Takes the lock of a project: as {@link lockFolder}, for its `.primes`. */
export function lockProject(projectFolder: string, options: LockOptions): Promise<AsyncDisposable> {
  return lockFolder(primesFolder(projectFolder), options);
}

/**
 * Takes the lock of a folder, waiting for other processes. Disposing of the lock releases it. If the process
 * dies, the lock is free at once, or a minute after the last touch if other processes cannot check it.
 * The folder is created if it is missing, and removed with the lock if it is empty; the one above it must exist.
 * @throws CommandError if another process has the lock for too long
 * @throws ValidationError if the folder or the lock is a symbolic link
 */
export async function lockFolder(
  folder: string,
  { signal, onWait, maxWaitMs = MAX_WAIT_MS, clock = monotonicMs }: LockOptions,
): Promise<AsyncDisposable> {
  const lock = new FolderLock(folder, clock);
  const deadlineMs = clock() + maxWaitMs;
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      signal.throwIfAborted();
      const holder = lock.findHolder();
      if (lock.takeAfter(holder)) return lock;
      if (pauseMs === FIRST_PAUSE_MS) onWait?.(describe(holder), lock.path);
      if (clock() >= deadlineMs) throw explainWait(folder, lock.path, holder);
      const { setTimeout: delay } = await import('node:timers/promises');
      await delay(pauseMs, undefined, { signal });
    }
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

/** As `performance.now()`, whose code takes a millisecond to load. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

class FolderLock implements AsyncDisposable {
  readonly path: string;
  readonly #folder: string;
  readonly #clock: () => number;
  readonly #self = newHolder();
  readonly #watch = new LeaseWatch();
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(folder: string, clock: () => number) {
    this.#folder = folder;
    this.#clock = clock;
    this.path = join(folder, '.lock');
  }

  /** The holder of the lock, dead or alive; undefined if the lock is free. */
  findHolder(): LockHolder | undefined {
    if (!hasOwnFolder(this.#folder) || !hasOwnFolder(this.path)) return undefined;
    const names = unlessFailed(() => readdirSync(this.path)) ?? [];
    return names.map(parseHolder).find((holder) => holder !== undefined);
  }

  /**
   * Takes the lock if it is free or its holder is dead.
   * @returns false if another process has it or was faster
   */
  takeAfter(holder: LockHolder | undefined): boolean {
    const isTaken = holder === undefined ? this.#takeFree() : this.#takeOver(holder);
    if (isTaken) {
      this.#touch();
      this.#heartbeat = setInterval(() => this.#touch(), TOUCH_EVERY_MS).unref();
    }
    return isTaken;
  }

  #takeOver(holder: LockHolder): boolean {
    const state = findState(holder);
    if (state === 'alive' || (state === 'unknown' && !this.#hasExpired(holder))) return false;
    return succeeds(TAKEN, () => renameSync(this.#fileOf(holder), this.#fileOf(this.#self)));
  }

  #hasExpired(holder: LockHolder): boolean {
    const found = unlessFailed(() => statSync(this.#fileOf(holder)));
    if (found === undefined) return false;
    return this.#watch.hasExpired({
      fileName: holder.fileName,
      touchedMs: found.mtimeMs,
      nowMs: Date.now(),
      monotonicMs: this.#clock(),
    });
  }

  /**
   * Failures, such as a full disk, only let the lease expire: most waiting processes can still check our PID.
   */
  #touch(): void {
    const now = new Date();
    unlessFailed(() => utimesSync(this.#fileOf(this.#self), now, now));
  }

  #fileOf({ fileName }: LockHolder): string {
    return join(this.path, fileName);
  }

  #takeFree(): boolean {
    this.#makeFolder();
    const draft = join(this.#folder, `${STAGING_PREFIX}lock-${this.#self.fileName}`);
    const isPrepared = succeeds(GONE, () => {
      mkdirSync(draft);
      writeFileSync(join(draft, this.#self.fileName), '');
    });
    if (!isPrepared) return false;
    // A rename onto a folder that is not empty fails.
    if (succeeds(TAKEN, () => renameSync(draft, this.path))) return true;
    succeeds(GONE, () => unlinkSync(join(draft, this.#self.fileName)));
    succeeds(GONE, () => rmdirSync(draft));
    // On Windows it also fails onto an empty folder, which a process leaves that is killed during a release.
    unlessFailed(() => rmdirSync(this.path));
    return false;
  }

  #makeFolder(): void {
    if (hasOwnFolder(this.#folder)) return;
    succeeds(['EEXIST'], () => mkdirSync(this.#folder));
  }

  /** Releases the lock. Files that cannot be removed are harmless: they look like those of a dead process. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#heartbeat);
    unlessFailed(() => unlinkSync(this.#fileOf(this.#self)));
    // Fails if a faster process has its file in there already.
    unlessFailed(() => rmdirSync(this.path));
    unlessFailed(() => rmdirSync(this.#folder));
  }
}

/** Another process removed the folder, or our draft, which looks like a leftover of a killed process. */
const GONE = ['ENOENT'];
/** Another process was faster; Windows has several codes for it. */
const TAKEN = [...GONE, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'];

/** Whether a call succeeds. @throws errors with other codes */
function succeeds(codes: readonly string[], call: () => void): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if (codes.includes(codeOf(error))) return false;
    throw error;
  }
}

function explainWait(folder: string, path: string, holder: LockHolder | undefined): CommandError {
  return new CommandError(`${basename(folder)} is being changed by ${describe(holder)}`, {
    hint: `if no such prime is running any more, remove ${path} and try again`,
  });
}

function describe(holder: LockHolder | undefined): string {
  if (holder === undefined) return 'another process';
  return `process ${holder.pid} on ${holder.host}, since ${holder.startedAt.toISOString()}`;
}
