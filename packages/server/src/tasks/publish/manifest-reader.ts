// Reads manifests without holding up this thread: one of usual length is read here, a longer one in a worker
// thread.
import { type Calls, openLocally } from '@prime-registry/threads';
import { refuseEnded } from '../ended-tasks.ts';
import type { TaskPool } from '../task-table.ts';
import { CheckManifestTask } from './check-manifest-task.ts';

/** The worst YAML of this length takes some milliseconds; manifests of people are shorter. */
const SHORT_BYTES = 4 * 1024;

const here = openLocally(new CheckManifestTask());

export class ManifestReader {
  readonly #pool: Pick<TaskPool, 'use'> | undefined;

  /** @param pool - undefined to read all manifests in this thread */
  constructor(pool: Pick<TaskPool, 'use'> | undefined) {
    this.#pool = pool;
  }

  /**
   * Works with manifests.
   * @param sizeBytes - of all of them
   * @param key - for whom; see TaskUse
   * @throws RegistryError `overloaded`
   */
  use<Result>(
    sizeBytes: number,
    key: string,
    work: (call: Calls<CheckManifestTask>) => Promise<Result>,
  ): Promise<Result> {
    if (sizeBytes <= SHORT_BYTES || this.#pool === undefined) return work(here.call);
    return refuseEnded(this.#pool.use('checkManifest', undefined, key, work));
  }
}
