// The installed tree of a project, as a program sees it that runs for long. Each request reads one state of it, verified and
// in memory; another process may install in the meantime.
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { unlessFailed } from '../errors/expected.ts';
import { makeLockfile } from '../install/lockfile/lockfile.ts';
import { readLockfile } from '../install/lockfile/read-lockfile.ts';
import { lockfilePath, primesFolder, STAGING_PREFIX } from '../install/primes-folder.ts';
import { primeFolder } from '../install/tree/installed-tree.ts';
import type { ContentsCache } from './contents-cache.ts';
import { InstalledKnowledge } from './installed-knowledge.ts';
import { type InstalledOptions, InstalledPrimes, stampOf } from './installed-primes.ts';

/** How long an install of another process is waited for if it leaves nothing whole to read, in milliseconds. */
const INSTALL_WAIT_MS = 5_000;
const INSTALL_PAUSE_MS = 50;

/** Where the tree is, and who hears of Primes that are not served. */
export interface ProjectTreeOptions {
  readonly projectFolder: string;
  readonly cache: ContentsCache;
  readonly trees: InstalledOptions['trees'];
  readonly onWarning: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface TreeState {
  readonly primes: InstalledPrimes;
  readonly knowledge: InstalledKnowledge;
  /** Of the lock file, and of the folders of Primes that are not served. */
  readonly stamp: string;
  /** Names of those Primes. */
  readonly broken: readonly string[];
}

/** The tree, whose states are opened one after another. */
export class ProjectTree {
  readonly #options: ProjectTreeOptions;
  #state: TreeState | undefined;
  #opening: Promise<TreeState> | undefined;

  constructor(options: ProjectTreeOptions) {
    this.#options = options;
  }

  /**
   * The tree as it is now, which stays as it is. Without a change since the last call, that costs a look at the lock file.
   * @throws ValidationError if the lock file cannot be read
   */
  async open(): Promise<InstalledKnowledge> {
    return (await this.openState()).knowledge;
  }

  /** As {@link open}: the same object as long as nothing changes. */
  async openState(): Promise<TreeState> {
    const state = this.#state;
    if (state !== undefined && state.stamp === this.#stampWith(state.broken)) return state;
    this.#opening ??= this.#verify().finally(() => {
      this.#opening = undefined;
    });
    this.#state = await this.#opening;
    return this.#state;
  }

  async #verify(): Promise<TreeState> {
    const { onWarning, signal } = this.#options;
    const deadline = Date.now() + INSTALL_WAIT_MS;
    for (;;) {
      const lockStamp = this.#stampWith([]);
      const { warnings, broken, knowledge, primes } = await this.#read();
      const stamp = this.#stampWith(broken);
      const isSteady = lockStamp === this.#stampWith([]) && (broken.length === 0 || !this.#isChanging());
      if (isSteady || Date.now() > deadline) {
        for (const warning of warnings) onWarning(warning);
        return { primes, knowledge, stamp, broken };
      }
      await pause(INSTALL_PAUSE_MS, undefined, { signal });
    }
  }

  async #read(): Promise<Omit<TreeState, 'stamp'> & { readonly warnings: readonly string[] }> {
    const { projectFolder, cache, trees, signal } = this.#options;
    const lockfile = (await readLockfile(projectFolder)) ?? makeLockfile([]);
    const warnings: string[] = [];
    const onWarning = (text: string): void => void warnings.push(text);
    const primes = new InstalledPrimes({ projectFolder, cache, trees, lockfile, onWarning });
    const intact = new Set((await primes.list(signal)).map(({ locked }) => locked.name));
    const broken = [...lockfile.keys()].filter((name) => !intact.has(name));
    return { primes, knowledge: new InstalledKnowledge(primes), broken, warnings };
  }

  #stampWith(broken: readonly string[]): string {
    const { projectFolder } = this.#options;
    const folders = broken.map((name) => stampOf(primeFolder(projectFolder, name)));
    return [stampOf(lockfilePath(projectFolder)), ...folders].join('\n');
  }

  /** Whether an install is under way, or was killed. */
  #isChanging(): boolean {
    const names = unlessFailed(() => readdirSync(primesFolder(this.#options.projectFolder))) ?? [];
    return names.some((name) => name.startsWith(STAGING_PREFIX));
  }
}
