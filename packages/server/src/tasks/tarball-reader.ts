// Reads tarballs without holding up this thread: a small one is read here, any other in a worker thread.
import type { ArchiveLimits, Inspection } from '@prime-registry/archive';
import type { StepReport } from '@prime-registry/atoms';
import type { Version } from '@prime-registry/protocol';
import type { AtomKeys, ComparedRow, EncodedAtom, NewInventory, WantedAtom } from '@prime-registry/store';
import { type OpenTask, openLocally } from '@prime-registry/threads';
import { refuseEnded } from './ended-tasks.ts';
import { ReadTarballTask, type TarballReading, type TarballToRead } from './read-tarball-task.ts';
import { type FoundSecrets, NO_SECRETS } from './tarball-secrets.ts';
import type { TaskPool } from './task-table.ts';

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

/** A tarball that was read. */
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

/** Opens the tasks of tarballs in worker threads. */
export function openInThreads(pool: TaskPool): OpenTarballTask {
  return async (what, key) => pool.open('readTarball', what, key);
}

/** Opens the tasks of tarballs in this thread, for a process that serves nobody. */
export const openInThisThread: OpenTarballTask = async (what) => openLocally(new ReadTarballTask(what));

/** Reads one tarball: {@link write} its bytes, then {@link finish}, then {@link discard}. */
export class TarballReader {
  readonly #open: OpenTarballTask;
  readonly #what: TarballToRead;
  readonly #key: string;
  /** The beginning, as long as the tarball may be a small one. */
  #beginning: Uint8Array[] = [];
  #beginningBytes = 0;
  #hasProblem = false;
  #task: OpenTask<ReadTarballTask> | undefined;

  /** @param key - for whom it is read; see TaskUse */
  constructor(open: OpenTarballTask, what: TarballToRead, key: string) {
    this.#open = open;
    this.#what = what;
    this.#key = key;
  }

  /**
   * Takes the next bytes. The caller may reuse the chunk when it resolves.
   * @returns the size of all files with atoms so far, in bytes
   * @throws RegistryError `overloaded`
   */
  async write(chunk: Uint8Array): Promise<number> {
    if (this.#hasProblem) return 0;
    if (this.#task !== undefined) return this.#pass(this.#task, chunk);
    this.#beginningBytes += chunk.length;
    this.#beginning.push(new Uint8Array(chunk));
    if (this.#beginningBytes > SMALL.packedBytes) await this.#moveToThread();
    return 0;
  }

  /** Forgets the atoms, and reads no more of them. */
  async giveUpAtoms(): Promise<void> {
    if (this.#task !== undefined) await refuseEnded(this.#task.call('giveUpAtoms'));
  }

  /** @throws RegistryError `overloaded` */
  async finish(): Promise<ReadTarball> {
    const small = this.#task === undefined ? await this.#readSmall() : undefined;
    if (small !== undefined) return small;
    const task = this.#task ?? (await this.#moveToThread());
    return toReadTarball(task, await refuseEnded(task.call('finish')));
  }

  /** Frees its memory; safe at any time. The inventory cannot be used any more. */
  discard(): void {
    this.#beginning = [];
    this.#task?.close();
  }

  /** @returns undefined if the tarball is too large to be read here */
  async #readSmall(): Promise<ReadTarball | undefined> {
    const task = openLocally(new ReadTarballTask({ ...this.#what, limits: narrow(this.#what.limits) }));
    for (const chunk of this.#beginning) await task.call('write', chunk);
    const reading = await task.call('finish');
    const isLarge = !reading.inspection.ok && reading.inspection.problem.code === 'too_large';
    if (isLarge || reading.leftNestedOut) {
      task.close();
      return undefined;
    }
    this.#task = task;
    return toReadTarball(task, reading);
  }

  async #moveToThread(): Promise<OpenTask<ReadTarballTask>> {
    const task = await refuseEnded(this.#open(this.#what, this.#key));
    this.#task = task;
    for (const chunk of this.#beginning.splice(0)) await this.#pass(task, chunk);
    return task;
  }

  async #pass(task: OpenTask<ReadTarballTask>, chunk: Uint8Array): Promise<number> {
    const { takenBytes, hasProblem } = await refuseEnded(task.call('write', chunk));
    this.#hasProblem = hasProblem;
    return takenBytes;
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
    listKeys: (prime: string): Promise<AtomKeys[]> => refuseEnded(call('listKeys', prime)),
    encode: (wanted: readonly WantedAtom[]): Promise<EncodedAtom[]> => refuseEnded(call('encode', wanted)),
    async judge(before, from, to) {
      for await (const rows of before) {
        if (!(await refuseEnded(call('addBefore', rows)))) return undefined;
      }
      return refuseEnded(call('judge', from.full, to.full));
    },
  };
  return { inspection, secrets, inventory };
}
