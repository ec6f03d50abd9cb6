// Reads tarballs without holding up this thread: a small one is read here, any other in a worker thread.
import type { ArchiveLimits, Inspection } from '@prime-registry/archive';
import { diffInventories, reportStep, type StepReport } from '@prime-registry/atoms';
import type { Version } from '@prime-registry/protocol';
import type { AtomKeys, ComparedRow, EncodedAtom, NewInventory, WantedAtom } from '@prime-registry/store';
import { type OpenTask, openLocally } from '@prime-registry/threads';
import { refuseEnded } from '../ended-tasks.ts';
import { PackedBeginning, statedSizeBytes } from './packed-beginning.ts';
import { ReadTarballTask } from './read-tarball-task.ts';
import type { TarballProgress, TarballReading, TarballToRead } from './tarball-reading.ts';
import { type FoundSecrets, NO_SECRETS } from './tarball-secrets.ts';

/**
 * What a small tarball may have, packed and unpacked: the worst content of this size takes some milliseconds.
 * Most publishes are smaller. Another thread would delay them and take more processor time.
 */
const SMALL: ArchiveLimits & { readonly packedBytes: number } = {
  packedBytes: 24 * 1024,
  maxUnpackedBytes: 24 * 1024,
  maxEntries: 200,
  maxRatio: 2000,
};

/**
 * What a tarball may have that a thread gets in one message and unpacks at once. Each message wakes a thread, which
 * takes as much processor time as unpacking some ten kilobytes.
 */
const WHOLE = { packedBytes: 512 * 1024, unpackedBytes: 4 * 2 ** 20 };

/** The most bytes of a tarball that a {@link TarballReader} with a share holds. */
export const HELD_BYTES = WHOLE.packedBytes;

export interface ReadTarball {
  /** Undefined if it was not read to its end. */
  readonly inspection: Inspection | undefined;
  readonly secrets: FoundSecrets;
  /** Undefined if the tarball is invalid or its atoms could not be read. */
  readonly inventory: ReadInventory | undefined;
}

/** Of a tarball that was not read to its end. */
export const NOTHING_READ: ReadTarball = {
  inspection: undefined,
  secrets: NO_SECRETS,
  inventory: undefined,
};

/** The atoms of a tarball, in the thread that has read them. */
export interface ReadInventory extends NewInventory {
  /**
   * Judges the step from an earlier version; undefined if there is not enough memory to compare them.
   * @param before - the atoms of that version
   */
  judge(
    before: AsyncIterable<readonly ComparedRow[]>,
    from: Version,
    to: Version,
  ): Promise<StepReport | undefined>;
}

/** Opens the task that reads a tarball which is not small. */
export type OpenTarballTask = (what: TarballToRead, key: string) => Promise<OpenTask<ReadTarballTask>>;

/** Opens the tasks of tarballs in this thread, for a process that serves nobody. */
export const openInThisThread: OpenTarballTask = async (what) => openLocally(new ReadTarballTask(what));

/** Where the memory of atoms is accounted. */
export interface AtomShare {
  /** Accounts files with atoms, in bytes in all; waits for room. @returns false if there is none: no more atoms are read */
  grow(toBytes: number): Promise<boolean>;
  /** Like {@link grow}, without waiting. */
  growNow(toBytes: number): boolean;
  /** Returns what is above `toBytes`. */
  shrink(toBytes: number): void;
}

/** Reads one tarball: {@link write} its bytes, then {@link finish}, then {@link discard}. */
export class TarballReader {
  readonly #open: OpenTarballTask;
  readonly #what: TarballToRead;
  readonly #key: string;
  readonly #share: AtomShare | undefined;
  /** The beginning, as long as it may be the whole. */
  readonly #beginning: PackedBeginning;
  #hasProblem = false;
  #task: OpenTask<ReadTarballTask> | undefined;

  /**
   * @param key - for whom it is read; see TaskUse
   * @param share - of the caller; without one, the tarball is read as it arrives
   */
  constructor(open: OpenTarballTask, what: TarballToRead, key: string, share?: AtomShare) {
    this.#open = open;
    this.#what = what;
    this.#key = key;
    this.#share = share;
    this.#beginning = new PackedBeginning((share === undefined ? SMALL : WHOLE).packedBytes);
  }

  /** All bytes so far, if they are few enough to be held here until {@link finish}; valid until the next call. */
  get held(): Uint8Array | undefined {
    return this.#task === undefined ? this.#beginning.bytes : undefined;
  }

  /** Whether all bytes are held, and {@link finish} gives them to a thread. */
  get isHeldForThread(): boolean {
    return this.#task === undefined && !this.#isSmall;
  }

  get #isSmall(): boolean {
    return this.#beginning.length <= SMALL.packedBytes;
  }

  /** Whether {@link write} would only add these bytes to {@link held}. */
  holds(chunk: Uint8Array): boolean {
    return this.#task === undefined && this.#beginning.fits(chunk);
  }

  /**
   * Takes the next bytes. The caller may reuse the chunk when it resolves.
   * @throws RegistryError `overloaded`
   */
  async write(chunk: Uint8Array): Promise<void> {
    if (this.#task === undefined && this.#beginning.add(chunk)) return;
    const task = this.#task ?? (await this.#moveToThread());
    if (!this.#hasProblem) await this.#account(await refuseEnded(task.call('write', chunk)));
  }

  /** @throws RegistryError `overloaded` */
  async finish(): Promise<ReadTarball> {
    const read =
      this.#task === undefined && ((this.#isSmall && (await this.#readSmall())) || (await this.#readWhole()));
    if (read) return read;
    const task = this.#task ?? (await this.#moveToThread());
    return toReadTarball(task, await refuseEnded(task.call('finish')));
  }

  /** Frees its memory; safe at any time. The inventory cannot be used any more. */
  discard(): void {
    this.#beginning.release();
    this.#task?.close();
  }

  /** @returns undefined if the tarball is too large to be read here */
  async #readSmall(): Promise<ReadTarball | undefined> {
    const task = openLocally(new ReadTarballTask({ ...this.#what, limits: narrow(this.#what.limits) }));
    await task.call('write', this.#beginning.bytes);
    const reading = await task.call('finish');
    const isLarge = !reading.inspection.ok && reading.inspection.problem.code === 'too_large';
    if (isLarge || reading.leftNestedOut) {
      task.close();
      return undefined;
    }
    this.#task = task;
    return toReadTarball(task, reading);
  }

  /** @returns undefined if the tarball unpacks to too much */
  async #readWhole(): Promise<ReadTarball | undefined> {
    const share = this.#share;
    const sizeBytes = statedSizeBytes(this.#beginning.bytes);
    // It is unpacked to no more than it states, and all of that may be atoms.
    if (share === undefined || sizeBytes > WHOLE.unpackedBytes || !share.growNow(sizeBytes)) return undefined;
    const task = await this.#openTask();
    const reading = await refuseEnded(task.give('readWhole', this.#beginning.take(), sizeBytes));
    share.shrink(reading?.takenBytes ?? 0);
    if (reading !== undefined) return toReadTarball(task, reading);
    await this.#writeRest(task);
    return undefined;
  }

  async #moveToThread(): Promise<OpenTask<ReadTarballTask>> {
    const task = await this.#openTask();
    if (this.#beginning.length > 0) await this.#writeRest(task, this.#beginning.take());
    return task;
  }

  async #openTask(): Promise<OpenTask<ReadTarballTask>> {
    const task = await refuseEnded(this.#open(this.#what, this.#key));
    this.#task = task;
    return task;
  }

  /** In parts, so that the memory of atoms is accounted before the next one is read. */
  async #writeRest(task: OpenTask<ReadTarballTask>, packed?: Uint8Array): Promise<void> {
    let progress = await refuseEnded(
      packed === undefined ? task.call('writeRest') : task.give('writeRest', packed),
    );
    while (progress !== undefined && !this.#hasProblem) {
      await this.#account(progress);
      progress = await refuseEnded(task.call('writeRest'));
    }
  }

  async #account({ takenBytes, hasProblem }: TarballProgress): Promise<void> {
    this.#hasProblem = hasProblem;
    if (this.#share === undefined || (await this.#share.grow(takenBytes))) return;
    if (this.#task !== undefined) await refuseEnded(this.#task.call('giveUpAtoms'));
    this.#share.shrink(0);
  }
}

function narrow({ maxUnpackedBytes, maxEntries }: ArchiveLimits): ArchiveLimits {
  return {
    maxUnpackedBytes: Math.min(maxUnpackedBytes, SMALL.maxUnpackedBytes),
    maxEntries: Math.min(maxEntries, SMALL.maxEntries),
    maxRatio: SMALL.maxRatio,
  };
}

function toReadTarball(
  { call }: OpenTask<ReadTarballTask>,
  { summary, inspection, secrets }: TarballReading,
): ReadTarball {
  const inventory: ReadInventory | undefined = summary && {
    summary,
    async listKeys(prime: string): Promise<AtomKeys[]> {
      return summary.atomCount === 0 ? [] : refuseEnded(call('listKeys', prime));
    },
    encode: (wanted: readonly WantedAtom[]): Promise<EncodedAtom[]> => refuseEnded(call('encode', wanted)),
    async judge(before, from, to) {
      let { atomCount } = summary;
      for await (const rows of before) {
        atomCount += rows.length;
        if (!(await refuseEnded(call('addBefore', rows)))) return undefined;
      }
      if (atomCount === 0) return reportStep(diffInventories([], []), from, to);
      return refuseEnded(call('judge', from.full, to.full));
    },
  };
  return { inspection, secrets, inventory };
}
