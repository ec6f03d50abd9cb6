// How the file system describes files: a file whose description is the same has not been written since. Every write, rename and change
// of a time sets the time of the change (ctime), and no program can set that, unlike the time of a write (mtime), which a checkout, an
// archive or `touch` sets.
import { fstatSync, lstatSync, readdirSync, type Stats, statfsSync } from 'node:fs';
import { unless, unlessFailed } from '../../errors/expected.ts';
import { isAbsent } from '../../files/file-operations.ts';

/** The description of a folder and everything in it. Of each item: inode, size, mtime and ctime, the times in milliseconds. */
export interface TreeStamps {
  /** Relative to the folder, with `/`; empty for the folder itself. */
  readonly paths: readonly string[];
  /** Four for each path. */
  readonly numbers: readonly number[];
}

/** File systems of Linux whose inodes and times of changes mean what they say, by the number that statfs(2) returns. */
const TRUSTED = [
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0xf2f52010, // F2FS
  0xca451a4e, // bcachefs
  0x2fc12fc1, // ZFS
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
];

/**
 * Whether descriptions of files in a folder can be believed. On Windows and macOS, programs can set the time of a change; those of
 * FAT, network file systems and FUSE are what another machine or program says.
 */
export function hasTrustedStamps(folder: string): boolean {
  if (process.platform !== 'linux') return false;
  const type = unlessFailed(() => statfsSync(folder).type);
  return type !== undefined && TRUSTED.includes(type);
}

/** The conditions under which the description of an item stands for its content. */
export interface StampRules {
  /** The device that all items are on. */
  readonly device: number;
  /** When the content was or will be read, by the clock of this machine; undefined for what this process has just written. */
  readonly readAtMs: number | undefined;
}

/** Longer than the ticks of the clocks of file systems, in milliseconds: some count seconds, and the others ticks of the kernel. */
const [SECONDS_TICK_MS, KERNEL_TICK_MS] = [2_000, 20];

const NONE = { throwIfNoEntry: false } as const;
const PER_ITEM = 4;
const MISSING = [0, 0, 0, 0];
const WORLD_WRITABLE = 0o002;

/** Collects descriptions; what breaks a rule spoils all. */
export class StampCollector {
  readonly #rules: StampRules;
  readonly #ownUid = process.getuid?.();
  readonly #paths: string[] = [];
  readonly #numbers: number[] = [];
  #isSpoiled = false;

  constructor(rules: StampRules) {
    this.#rules = rules;
  }

  /** @param kind - what it must be */
  add(path: string, stats: Stats | undefined, kind: 'file' | 'folder'): void {
    if (stats === undefined || !this.#accepts(stats, kind)) {
      this.#isSpoiled = true;
      return;
    }
    this.#paths.push(path);
    this.#numbers.push(stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs);
  }

  /** An item that is not there. */
  addMissing(path: string): void {
    this.#paths.push(path);
    this.#numbers.push(...MISSING);
  }

  /** A file that is open. */
  addOpen(path: string, fd: number): void {
    this.add(path, fstatSync(fd), 'file');
  }

  /** An item on disk. */
  addAt(path: string, location: string, kind: 'file' | 'folder'): void {
    this.add(path, findItem(location), kind);
  }

  /** Undefined if something broke a rule. */
  get stamps(): TreeStamps | undefined {
    return this.#isSpoiled ? undefined : { paths: this.#paths, numbers: this.#numbers };
  }

  #accepts(stats: Stats, kind: 'file' | 'folder'): boolean {
    const { device, readAtMs } = this.#rules;
    const countsSeconds = stats.ctimeMs % 1000 === 0;
    const tickMs = countsSeconds ? SECONDS_TICK_MS : KERNEL_TICK_MS;
    return (
      (kind === 'file' ? stats.isFile() : stats.isDirectory()) &&
      stats.dev === device &&
      // What changes after that must get another time.
      (readAtMs === undefined ? !countsSeconds : stats.ctimeMs < readAtMs - tickMs) &&
      // The owner of a file can write to it; root could also set the clock.
      (stats.uid === this.#ownUid || stats.uid === 0) &&
      (stats.mode & WORLD_WRITABLE) === 0
    );
  }
}

/** Describes a folder and everything in it; undefined if something there breaks a rule. @throws errors of the file system */
export function stampTree(folder: string, rules: StampRules): TreeStamps | undefined {
  const collector = new StampCollector(rules);
  collectFolder(collector, folder, '');
  return collector.stamps;
}

/** The same for some items of a folder, which need not be there. */
export function stampItems(
  folder: string,
  items: readonly string[],
  rules: StampRules,
): TreeStamps | undefined {
  const collector = new StampCollector(rules);
  for (const item of items) {
    const stats = findItem(join(folder, item));
    if (stats === undefined) collector.addMissing(item);
    else if (stats.isDirectory()) collectFolder(collector, folder, item);
    else collector.add(item, stats, 'file');
  }
  return collector.stamps;
}

function collectFolder(collector: StampCollector, folder: string, first: string): void {
  collector.addAt(first, join(folder, first), 'folder');
  // Reading a folder that is missing takes long to fail, and an install has many.
  if (collector.stamps === undefined) return;
  const folders = [first];
  for (let below = folders.pop(); below !== undefined; below = folders.pop()) {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = join(below, entry.name);
      if (entry.isDirectory()) folders.push(path);
      collector.addAt(path, join(folder, path), entry.isDirectory() ? 'folder' : 'file');
    }
  }
}

/** Whether nothing in a folder has changed since it was described. */
export function isUnchanged(folder: string, stamps: TreeStamps, device: number): boolean {
  // If it cannot be looked at, who reads it says why.
  return unlessFailed(() => hasStamps(folder, stamps, device)) === true;
}

function hasStamps(folder: string, { paths, numbers }: TreeStamps, device: number): boolean {
  let place = 0;
  for (const path of paths) {
    const stats = findItem(join(folder, path));
    const isSame =
      stats === undefined
        ? numbers[place] === 0
        : stats.ino === numbers[place] &&
          stats.size === numbers[place + 1] &&
          stats.mtimeMs === numbers[place + 2] &&
          stats.ctimeMs === numbers[place + 3] &&
          stats.dev === device;
    if (!isSame) return false;
    place += PER_ITEM;
  }
  return place > 0 && place === numbers.length;
}

/** The description of a folder after it was renamed, which changes its own ctime; undefined if more than that is new. */
export function afterRename({ paths, numbers }: TreeStamps, location: string): TreeStamps | undefined {
  const start = paths.indexOf('') * PER_ITEM;
  const stats = findItem(location);
  const isSame =
    stats !== undefined &&
    stats.ino === numbers[start] &&
    stats.size === numbers[start + 1] &&
    stats.mtimeMs === numbers[start + 2];
  return isSame ? { paths, numbers: numbers.with(start + 3, stats.ctimeMs) } : undefined;
}

/** Both descriptions, of items of the same folder. */
export function joinStamps(a: TreeStamps, b: TreeStamps): TreeStamps {
  return { paths: [...a.paths, ...b.paths], numbers: [...a.numbers, ...b.numbers] };
}

/** The item at a place, which may be a link; undefined if there is none. */
export function findItem(location: string): Stats | undefined {
  // There may be a file in place of the folder above it.
  return unless(isAbsent, () => lstatSync(location, NONE));
}

/** `path.join` takes longer than the call of the system. */
function join(folder: string, path: string): string {
  if (path === '') return folder;
  return folder === '' ? path : `${folder}/${path}`;
}
