// Keeps the mark of a process up to date, at intervals: a publish neither waits for it nor fails because of it.
import { setTimeout as delay } from 'node:timers/promises';
import type { MarkStore } from '@prime-registry/blobs';
import type { NewVersion, RegistryStore, VersionDigest, VersionStore } from '@prime-registry/store';
import { compareMark, type MissingVersions, missingOf } from './compare-mark.ts';
import { formatMark, MARKED_VERSIONS, PUBLISHED_MARK, parseMark } from './published-mark.ts';

/** How long publishes are gathered. A process that is killed has not marked the last ones. */
const GATHER_MS = 5000;
const RETRY_MS = 60_000;
/** How long a shutdown waits. */
const CLOSE_MS = 3000;

export interface MarkKeeperDeps {
  readonly store: Pick<RegistryStore, 'listMissingVersions' | 'listLastPublished'>;
  readonly marks: MarkStore;
  readonly now: () => number;
  /** Called after the first comparison, and when more versions turn out to be missing. */
  readonly onMissing: (missing: MissingVersions) => void;
  /** Called when the mark could not be compared or written; it is tried again later. */
  readonly onFailure: (error: unknown) => void;
}

export class MarkKeeper {
  readonly #deps: MarkKeeperDeps;
  /** Versions that are not in the mark yet, newest first. */
  #pending: VersionDigest[] = [];
  #isCompared = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: MarkKeeperDeps) {
    this.#deps = deps;
  }

  /** The store, except that the keeper notes each version that was published through it. */
  watch<S extends VersionStore>(store: S): S {
    const insertVersion: VersionStore['insertVersion'] = async (version, ...rest) => {
      const inserted = await store.insertVersion(version, ...rest);
      if (inserted.isNew && version.origin === undefined) this.#note(version);
      return inserted;
    };
    return { ...store, insertVersion };
  }

  /**
   * Marks what was published; the first time also compares the mark with the database. Never rejects: what
   * fails is tried again later.
   */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // One after another: two updates of one process must not overwrite each other.
    this.#running = this.#running
      .then(() => this.#update())
      .catch((error) => {
        this.#schedule(RETRY_MS);
        this.#deps.onFailure(error);
      });
    return this.#running;
  }

  /** Marks what was published, for the last time; does not wait long for storage that is away. */
  async close(): Promise<void> {
    await Promise.race([this.flush(), delay(CLOSE_MS, undefined, { ref: false })]);
    clearTimeout(this.#timer);
    this.#isClosed = true;
  }

  #note({ name, version, sha256 }: NewVersion): void {
    this.#pending.unshift({ name: name.full, identity: version.identity, sha256 });
    if (this.#pending.length > MARKED_VERSIONS) this.#pending.pop();
    this.#schedule(GATHER_MS);
  }

  #schedule(inMs: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => void this.flush(), inMs).unref();
  }

  async #update(): Promise<void> {
    if (this.#isCompared && this.#pending.length === 0) return;
    const pending = this.#pending.splice(0);
    try {
      // Not only what was published here: another process may have read the mark before this one, and write it after.
      const last = await this.#deps.store.listLastPublished(MARKED_VERSIONS);
      const { missing, isMore } = await this.#write([...pending, ...last]);
      if (missing !== undefined && (isMore || !this.#isCompared)) this.#deps.onMissing(missing);
      this.#isCompared = true;
    } catch (error) {
      this.#pending = [...this.#pending, ...pending].slice(0, MARKED_VERSIONS);
      throw error;
    }
  }

  async #write(added: readonly VersionDigest[]) {
    const { marks } = this.#deps;
    const text = await marks.readMark(PUBLISHED_MARK);
    const before = parseMark(text);
    const after = await compareMark(this.#deps, before, added);
    const next = formatMark(after);
    // An empty registry has nothing to mark.
    if (next !== text && after.published.length + after.missing.length > 0)
      await marks.writeMark(PUBLISHED_MARK, next);
    return { missing: missingOf(after), isMore: after.missing.length > before.missing.length };
  }
}
