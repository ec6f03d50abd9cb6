// The change feed: entries of the log from a cursor on, and the wait for the next one.
import { type Changes, type ChangesQuery, formatChangeCursor } from '@prime-registry/protocol';
import { type ChangeLog, findPlace, makeCursor } from './change-place.ts';
import { ChangeWatch, type ChangeWatchDeps } from './change-watch.ts';
import { scanChanges } from './scan-changes.ts';

export interface ChangeFeedDeps extends ChangeWatchDeps {
  readonly log: ChangeLog;
  /** Whether the registry also shows versions of upstreams. */
  readonly isMirror: boolean;
  /** The longest wait, in milliseconds: a silent connection is ended after some time. */
  readonly maxWaitMs: number;
}

export interface ChangeReader {
  /** Identifies the client, whose waits are limited. */
  readonly client: string;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

export class ChangeFeed {
  readonly #deps: ChangeFeedDeps;
  readonly #watch: ChangeWatch;

  constructor(deps: ChangeFeedDeps) {
    this.#deps = deps;
    this.#watch = new ChangeWatch(deps);
  }

  get waiting(): number {
    return this.#watch.waiting;
  }

  /**
   * Reads a page. If it is empty, waits as long as the query says.
   * @throws RegistryError `log_restarted`; `overloaded` if too many wait
   */
  async read(query: ChangesQuery, { client, signal }: ChangeReader): Promise<Changes> {
    const endMs = performance.now() + Math.min(query.waitMs, this.#deps.maxWaitMs);
    for (let { after } = query; ; ) {
      const { page, size, cursor } = await this.#readPage({ ...query, after });
      const waitMs = endMs - performance.now();
      // Above the size, the log has lost entries, and the reader has to know.
      const isAtEnd = cursor.index === size;
      if (page.changes.length > 0 || !isAtEnd || waitMs <= 0) return page;
      if (!(await this.#watch.wait({ client, size, waitMs, signal }))) return page;
      after = cursor;
    }
  }

  /** Ends all waits; nobody waits from now on. */
  close(): void {
    this.#watch.close();
  }

  async #readPage(query: ChangesQuery) {
    const { log, isMirror } = this.#deps;
    const head = await log.readLogHead();
    const { logId } = head;
    const { size } = head.edge;
    const place = await findPlace(log, query.after, head);
    const { changes, next, last } = await scanChanges(log, { ...query, from: place.index, size });
    const cursor = last === undefined ? place : await makeCursor(log, logId, next, last);
    const page: Changes = {
      log: logId,
      changes,
      next: formatChangeCursor(cursor),
      size,
      ...(isMirror && { partial: true }),
    };
    return { page, size, cursor };
  }
}
