// Only one prime at a time changes `.primes`. Its lock is the folder `.primes/.lock` with one file, whose name says who holds
// it. Taking it is one rename, either way, that succeeds for one process only: a free lock is taken by moving a prepared
// folder to where there is none, that of a dead process by renaming the file of that very holder.
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../errors/command-error.ts';
import { codeOf } from './file-operations.ts';
import { isAlive, type LockHolder, newHolder, parseHolder } from './lock-holder.ts';
import { hasOwnFolder } from './own-folder.ts';
import { primesFolder } from './primes-folder.ts';
import { STAGING_PREFIX } from './staging.ts';

/** How to wait for a lock. */
export interface LockOptions {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called once, when somebody else has the lock. */
  readonly onWait?: () => void;
  /** Longest wait; 5 minutes when left out. */
  readonly maxWaitMs?: number;
}

const MAX_WAIT_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/**
 * Waits until nobody else changes the project. The lock ends by disposing of it, or with the process. `.primes` is made when
 * it is missing, and goes with the lock when nothing is in it.
 * @throws CommandError when somebody else has the lock for too long
 * @throws ValidationError when `.primes` or the lock is a symbolic link
 */
export async function lockProject(
  projectFolder: string,
  { signal, onWait, maxWaitMs = MAX_WAIT_MS }: LockOptions,
): Promise<AsyncDisposable> {
  const lock = new ProjectLock(primesFolder(projectFolder));
  const deadlineMs = performance.now() + maxWaitMs;
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      signal.throwIfAborted();
      const holder = await lock.findHolder();
      if (await lock.takeAfter(holder)) return lock;
      if (pauseMs === FIRST_PAUSE_MS) onWait?.();
      if (performance.now() >= deadlineMs) throw explainWait(lock.path, holder);
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
  readonly #self = newHolder();

  constructor(primes: string) {
    this.#primes = primes;
    this.path = join(primes, '.lock');
  }

  /** Who has the lock, dead or alive; undefined when nobody does. */
  async findHolder(): Promise<LockHolder | undefined> {
    if (!hasOwnFolder(this.#primes) || !hasOwnFolder(this.path)) return undefined;
    const names = await readdir(this.path).catch(() => []);
    return names.map(parseHolder).find((holder) => holder !== undefined);
  }

  /** Takes the lock, if it is free or its holder is dead. @returns false when somebody else has it, or was faster */
  async takeAfter(holder: LockHolder | undefined): Promise<boolean> {
    if (holder === undefined) return this.#takeFree();
    if (isAlive(holder)) return false;
    const itsFile = join(this.path, holder.fileName);
    return unless(TAKEN, () => rename(itsFile, join(this.path, this.#self.fileName)));
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
    await rm(join(this.path, this.#self.fileName), { force: true }).catch(() => {});
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
  const who =
    holder === undefined
      ? 'another process'
      : `process ${holder.pid} on ${holder.host}, since ${holder.startedAt.toISOString()}`;
  return new CommandError(`.primes is being changed by ${who}`, {
    hint: `if that is no prime that still runs, remove ${path} and try again`,
  });
}
