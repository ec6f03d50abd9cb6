// Reads lists of versions without holding up this thread: a short one is read here, a longer one in a worker
// thread.
import { openLocally } from '@prime-registry/threads';
import { refuseEnded } from '../ended-tasks.ts';
import type { TaskPool } from '../task-table.ts';
import { type ReadList, ReadVersionListTask } from './read-version-list-task.ts';

/** Some hundred versions, which take some milliseconds. */
const SHORT_LENGTH = 24 * 1024;

const here = openLocally(new ReadVersionListTask());

/** A list to read. */
export interface ListToRead {
  readonly name: string;
  /** As the upstream has sent it. */
  readonly text: string;
  readonly maxVersions: number;
}

export class VersionListReader {
  readonly #pool: Pick<TaskPool, 'use'> | undefined;

  /** @param pool - undefined to read all lists in this thread */
  constructor(pool: Pick<TaskPool, 'use'> | undefined) {
    this.#pool = pool;
  }

  /**
   * Reads a list.
   * @param key - for whom; see TaskUse
   * @throws RegistryError `overloaded`
   */
  read({ name, text, maxVersions }: ListToRead, key: string): Promise<ReadList> {
    if (text.length <= SHORT_LENGTH || this.#pool === undefined)
      return here.call('read', name, text, maxVersions);
    const work = this.#pool.use('readVersionList', undefined, key, (call) =>
      call('read', name, text, maxVersions),
    );
    return refuseEnded(work);
  }
}
