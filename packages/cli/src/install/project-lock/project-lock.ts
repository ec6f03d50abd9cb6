// Only one prime at a time changes `.primes`. Its lock is the folder `.primes/.lock` with one file, whose name says who holds
// it. Taking it is one rename, either way, that succeeds for one process only: a free lock is taken by moving a prepared
// folder to where there is none, that of a dead process by renaming the file of that very holder.
import { mkdir, readdir, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../../errors/command-error.ts';
import { codeOf } from '../../files/file-operations.ts';
import { hasOwnFolder } from '../../files/own-folder.ts';
import { primesFolder, STAGING_PREFIX } from '../primes-folder.ts';
import { findState, type LockHolder, newHolder, parseHolder } from './lock-holder.ts';
import { LeaseWatch, TOUCH_EVERY_MS } from './lock-lease.ts';

/** How to wait for a lock. */
export interface LockOptions {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called once, when somebody else has the lock: who that is, in words, and the path of the lock. */
  readonly onWait?: (holder: string, path: string) => void;
  /** Longest wait; 5 minutes when left out. */
  readonly maxWaitMs?: number;
  /** A clock that is never set, in milliseconds; that of the process when left out. */
  readonly clock?: () => number;
}

const MAX_WAIT_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/**
 * Waits until nobody else changes the project. The lock ends by disposing of it, or with the process: where nobody can see
 * that it runs, a minute after it last touched its file. `.primes` is made when it is missing, and goes with the lock when
 * nothing is in it.
 * @throws CommandError when somebody else has the lock for too long
 * @throws ValidationError when `.primes` or the lock is a symbolic link
 */
export async function lockProject(
  projectFolder: string,
  { signal, onWait, maxWaitMs = MAX_WAIT_MS, clock = () => performance.now() }: LockOptions,
): Promise<AsyncDisposable> {
  const lock = new ProjectLock(primesFolder(projectFolder), clock);
  const deadlineMs = clock() + maxWaitMs;
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      signal.throwIfAborted();
      const holder = await lock.findHolder();
      if (await lock.takeAfter(holder)) return lock;
      if (pauseMs === FIRST_PAUSE_MS) onWait?.(describe(holder), lock.path);
      if (clock() >= deadlineMs) throw explainWait(lock.path, holder);
      await delay(pauseMs, undefined, { signal });
    }
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

class ProjectLock implements AsyncDisposable {
  readonly path: string;
  readonly #primes: string;
  readonly #clock: () => number;
  readonly #self = newHolder();
  readonly #watch = new LeaseWatch();
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(primes: string, clock: () => number) {
    this.#primes = primes;
    this.#clock = clock;
    this.path = join(primes, '.lock');
  }

  /** Who has the lock, dead or alive; undefined when nobody does. */
  async findHolder(): Promise<LockHolder | undefined> {
    if (!hasOwnFolder(this.#primes) || !hasOwnFolder(this.path)) return undefined;
    const names = await readdir(this.path).catch(() => []);
    return names.map(parseHolder).find((holder) => holder !== undefined);
  }

  /** Takes the lock, if it is free or its holder is gone. @returns false when somebody else has it, or was faster */
  async takeAfter(holder: LockHolder | undefined): Promise<boolean> {
    const isTaken = holder === undefined ? await this.#takeFree() : await this.#takeOver(holder);
    if (isTaken) {
      await this.#touch();
      this.#heartbeat = setInterval(() => void this.#touch(), TOUCH_EVERY_MS).unref();
    }
    return isTaken;
  }

  async #takeOver(holder: LockHolder): Promise<boolean> {
    const state = findState(holder);
    if (state === 'alive' || (state === 'unknown' && !(await this.#hasExpired(holder)))) return false;
    return unless(TAKEN, () => rename(this.#fileOf(holder), this.#fileOf(this.#self)));
  }

  async #hasExpired(holder: LockHolder): Promise<boolean> {
    const found = await stat(this.#fileOf(holder)).catch(() => undefined);
    if (found === undefined) return false;
    return this.#watch.hasExpired({
      fileName: holder.fileName,
      touchedMs: found.mtimeMs,
      nowMs: Date.now(),
      monotonicMs: this.#clock(),
    });
  }

  /** Where that fails, such as on a full disk, the lease goes by: whoever waits can mostly see that we run all the same. */
  async #touch(): Promise<void> {
    const now = new Date();
    await utimes(this.#fileOf(this.#self), now, now).catch(() => {});
  }

  #fileOf({ fileName }: LockHolder): string {
    return join(this.path, fileName);
  }

  async #takeFree(): Promise<boolean> {
    await this.#makePrimes();
    const draft = join(this.#primes, `${STAGING_PREFIX}lock-${this.#self.fileName}`);
    const isPrepared = await unless(GONE, async () => {
      await mkdir(draft);
      await writeFile(join(draft, this.#self.fileName), '');
    });
    if (!isPrepared) return false;
    // Onto a folder that has a file in it, no folder can be moved.
    if (await unless(TAKEN, () => rename(draft, this.path))) return true;
    await rm(draft, { recursive: true, force: true });
    // Windows does not move onto an empty one either, which is what a process leaves that is killed while it lets go.
    await rmdir(this.path).catch(() => {});
    return false;
  }

  async #makePrimes(): Promise<void> {
    if (hasOwnFolder(this.#primes)) return;
    try {
      await mkdir(this.#primes);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }

  /** Lets go. What cannot be removed does no harm: it will be that of a dead process. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#heartbeat);
    await rm(this.#fileOf(this.#self), { force: true }).catch(() => {});
    // Whoever is faster has a file in it already, and keeps it.
    await rmdir(this.path).catch(() => {});
    await rmdir(this.#primes).catch(() => {});
  }
}

/** Another process removed `.primes`, or our draft, which looks like what a killed one left. */
const GONE = ['ENOENT'];
/** Another process was faster; Windows has several words for it. */
const TAKEN = [...GONE, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'];

async function unless(codes: readonly string[], take: () => Promise<void>): Promise<boolean> {
  try {
    await take();
    return true;
  } catch (error) {
    if (!codes.includes(codeOf(error))) throw error;
    return false;
  }
}

function explainWait(path: string, holder: LockHolder | undefined): CommandError {
  return new CommandError(`.primes is being changed by ${describe(holder)}`, {
    hint: `if that is no prime that still runs, remove ${path} and try again`,
  });
}

function describe(holder: LockHolder | undefined): string {
  if (holder === undefined) return 'another process';
  return `process ${holder.pid} on ${holder.host}, since ${holder.startedAt.toISOString()}`;
}
