// Which trees of a project were verified, and how the file system described them then: an install need not read again what has not
// changed since. In the state folder of the user: a checkout cannot bring a record, and neither can a cache that comes from elsewhere.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readVersion } from '@prime-registry/launch';
import type { CommandContext } from '../../command.ts';
import { unlessFailed } from '../../errors/expected.ts';
import { cacheFolder, stateFolder } from '../../settings/folders.ts';
import type { LockedPrime } from '../lockfile/lockfile.ts';
import { primesFolder, SKILL_RECORD, STAGING_PREFIX } from '../primes-folder.ts';
import {
  findItem,
  hasTrustedStamps,
  isUnchanged,
  type StampRules,
  stampItems,
  stampTree,
  type TreeStamps,
} from './file-stamps.ts';
import { INDEX_ITEMS } from './index-items.ts';
import {
  type Entry,
  FORM,
  type ProofFile,
  readRecord,
  type Verified,
  writeRecord,
} from './verified-record.ts';

/** How to open the record of a project. */
export interface VerifiedTreesOptions {
  readonly projectFolder: string;
  /** Of the user, who may have none. */
  readonly findStateFolder: () => string;
  /** The records in the cache that prove the digests of trees. */
  readonly proofsPath: string;
  /** The clock that gives files their times, in milliseconds. */
  readonly clock?: () => number;
}

/** The record of a project, for a command. */
export function openVerifiedTrees({
  folder,
  environment,
}: Pick<CommandContext, 'folder' | 'environment'>): VerifiedTrees {
  return new VerifiedTrees({
    projectFolder: folder,
    findStateFolder: () => stateFolder(environment),
    proofsPath: join(cacheFolder(environment), 'trees', 'records'),
  });
}

/** The record of one project. Its errors only cost time. */
export class VerifiedTrees {
  readonly #options: VerifiedTreesOptions;
  readonly #primes: string;
  /** Scopes that are folders, and no links. */
  readonly #scopes = new Set<string>();
  #opened: { readonly path: string; readonly device: number } | undefined;
  #isOpened = false;
  #entries = new Map<string, Entry>();
  #index: TreeStamps | undefined;
  #settled: TreeStamps | undefined;
  #proofs: ProofFile | undefined;
  #isNew = false;

  constructor(options: VerifiedTreesOptions) {
    this.#options = options;
    this.#primes = primesFolder(options.projectFolder);
  }

  /** Whether a Prime was verified, and nothing in its folder has changed since. */
  isIntact(prime: Verified): boolean {
    const opened = this.#open();
    const entry = this.#entries.get(prime.name);
    return (
      opened !== undefined &&
      entry !== undefined &&
      isSame(entry, prime) &&
      this.#hasScope(prime.name) &&
      isUnchanged(`${this.#primes}/${prime.name}`, entry.stamps, opened.device)
    );
  }

  /** Whether a Prime was verified under this name, whatever is in its folder now. */
  knows(
    prime: Pick<LockedPrime, 'name' | 'version' | 'sha256'> & { readonly tree_sha256?: string },
  ): boolean {
    this.#open();
    const entry = this.#entries.get(prime.name);
    return (
      entry !== undefined && prime.tree_sha256 === entry.tree_sha256 && isSame(entry, { ...entry, ...prime })
    );
  }

  /** Whether the table of contents is that of these Primes, and nothing in it has changed since. */
  isIndexIntact(primes: ReadonlyMap<string, Verified>): boolean {
    const opened = this.#open();
    if (opened === undefined || this.#index === undefined || primes.size !== this.#entries.size) return false;
    for (const prime of primes.values()) {
      const entry = this.#entries.get(prime.name);
      if (entry === undefined || !isSame(entry, prime)) return false;
    }
    return isUnchanged(this.#primes, this.#index, opened.device);
  }

  /** The number of Primes, if an install has nothing to do; undefined if that is not certain. */
  countSettled(): number | undefined {
    const opened = this.#open();
    if (opened === undefined || this.#settled === undefined || this.#index === undefined) return undefined;
    const { device } = opened;
    const isSettled =
      // Nobody changes it now, or was interrupted; and no skills were made of the Primes, which could be old.
      readdirSync(this.#primes).every((name) => !isUnfinished(name) && name !== SKILL_RECORD) &&
      isUnchanged(this.#options.projectFolder, this.#settled, device) &&
      this.#hasProofs() &&
      [...this.#entries.values()].every((entry) => this.isIntact(entry)) &&
      isUnchanged(this.#primes, this.#index, device);
    return isSettled ? this.#entries.size : undefined;
  }

  /** Describes files of the project, before they are read. @param isNew - whether this process has written them */
  stampFiles(paths: readonly string[], isNew: boolean): TreeStamps | undefined {
    const { projectFolder } = this.#options;
    return this.#describe(isNew ? this.rulesForNew : this.#rulesForOld, (rules) =>
      stampItems(projectFolder, paths, rules),
    );
  }

  /** Describes the folder of a Prime, before it is read; undefined if that would prove nothing. */
  stamp(name: string): TreeStamps | undefined {
    return this.#describe(this.#rulesForOld, (rules) => stampTree(`${this.#primes}/${name}`, rules));
  }

  /** Describes the table of contents, before it is read. @param isNew - whether this process has written it */
  stampIndex(isNew: boolean): TreeStamps | undefined {
    const rules = isNew ? this.rulesForNew : this.#rulesForOld;
    return this.#describe(rules, (each) => stampItems(this.#primes, INDEX_ITEMS, each));
  }

  /** The rules for files that this process writes; undefined if their descriptions would prove nothing. */
  get rulesForNew(): StampRules | undefined {
    const opened = this.#open();
    return opened && { device: opened.device, readAtMs: undefined };
  }

  /** Notes a verified Prime, for {@link save}; without a description, forgets what was known. */
  keep({ name, version, sha256, tree_sha256 }: Verified, stamps: TreeStamps | undefined): void {
    this.#isNew = true;
    if (stamps === undefined) this.#entries.delete(name);
    else this.#entries.set(name, { name, version, sha256, tree_sha256, stamps });
  }

  /** Notes the table of contents of everything that will be in the record. */
  keepIndex(stamps: TreeStamps | undefined): void {
    this.#isNew = true;
    this.#index = stamps;
  }

  /** Notes the files that decide what is installed; undefined if an install could still find something to do. */
  keepSettled(stamps: TreeStamps | undefined): void {
    if (stamps === undefined && this.#settled === undefined) return;
    this.#isNew = true;
    this.#settled = stamps;
  }

  /** Writes what is known of the locked Primes, if anything is new. */
  save(locked: ReadonlyMap<string, unknown>): void {
    const opened = this.#open();
    for (const name of [...this.#entries.keys()].filter((each) => !locked.has(each))) {
      this.#entries.delete(name);
      this.#isNew = true;
    }
    if (opened === undefined || !this.#isNew) return;
    const isComplete = this.#entries.size === locked.size && this.#index !== undefined;
    const record = {
      form: FORM,
      release: readVersion(),
      atMs: this.#nowMs(),
      primes: [...this.#entries.values()],
      ...(isComplete && { index: this.#index, settled: this.#settled, proofs: this.#findProofs() }),
    };
    try {
      writeRecord(opened.path, record);
      this.#isNew = false;
    } catch {
      // A state folder that cannot be written.
    }
  }

  #describe(
    rules: StampRules | undefined,
    describe: (rules: StampRules) => TreeStamps | undefined,
  ): TreeStamps | undefined {
    // It may be missing, or unreadable.
    return rules && unlessFailed(() => describe(rules));
  }

  /** What changes while it is read, or in the same tick, must differ from the description. */
  get #rulesForOld(): StampRules | undefined {
    const opened = this.#open();
    return opened && { device: opened.device, readAtMs: this.#nowMs() };
  }

  /** Whether the cache still proves what was verified; without it, an install asks a registry. */
  #hasProofs(): boolean {
    const [found, known] = [this.#findProofs(), this.#proofs];
    return found !== undefined && found.inode === known?.inode && found.sizeBytes >= known.sizeBytes;
  }

  #findProofs(): ProofFile | undefined {
    const found = findItem(this.#options.proofsPath);
    return found && { inode: found.ino, sizeBytes: found.size };
  }

  #nowMs(): number {
    return (this.#options.clock ?? Date.now)();
  }

  #hasScope(name: string): boolean {
    const scope = name.slice(0, name.indexOf('/'));
    if (this.#scopes.has(scope)) return true;
    if (lstatSync(`${this.#primes}/${scope}`, { throwIfNoEntry: false })?.isDirectory() !== true)
      return false;
    this.#scopes.add(scope);
    return true;
  }

  #open(): { readonly path: string; readonly device: number } | undefined {
    if (this.#isOpened) return this.#opened;
    this.#isOpened = true;
    const found = lstatSync(this.#primes, { throwIfNoEntry: false });
    if (found?.isDirectory() !== true || !hasTrustedStamps(this.#primes)) return undefined;
    try {
      const name = `${found.dev.toString(36)}-${found.ino.toString(36)}.json`;
      const path = join(this.#options.findStateFolder(), 'verified', name);
      this.#opened = { path, device: found.dev };
      this.#read(path);
    } catch {
      // No record, none that is whole, or no state folder.
    }
    return this.#opened;
  }

  #read(path: string): void {
    const { release, atMs, primes, index, settled, proofs } = readRecord(path);
    // After the clock was set back, a change could get any time.
    if (atMs > this.#nowMs()) return;
    this.#entries = new Map(primes.map((entry) => [entry.name, entry]));
    if (release !== readVersion()) return;
    this.#index = index;
    this.#settled = settled;
    this.#proofs = proofs;
  }
}

/** Whether a name in `.primes` is of a change that goes on, or was interrupted. */
function isUnfinished(name: string): boolean {
  return name === '.lock' || name.startsWith(STAGING_PREFIX);
}

function isSame(entry: Verified, { version, sha256, tree_sha256 }: Verified): boolean {
  return entry.version === version && entry.sha256 === sha256 && entry.tree_sha256 === tree_sha256;
}
