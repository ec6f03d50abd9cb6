// Rebuilds the search index in the background after an upgrade, while the server answers requests.
import { setTimeout as delay } from 'node:timers/promises';
import type { IndexStore } from '@prime-registry/store';
import { type RebuildProgress, rebuildSearch } from '../../actions/maintenance/rebuild-search.ts';
import type { PrimaryLog } from './primary-log.ts';

const LOG_EVERY_MS = 10_000;
const RETRY_AFTER_MS = 5000;

/** A rebuild, which may have nothing to do. */
export interface BackgroundRebuild {
  /** Resolves when the index is whole or the rebuild was stopped; never rejects. */
  readonly ended: Promise<void>;
  /** Stops after the current batch; the next start resumes. */
  stop(): Promise<void>;
}

/** Starts the rebuild. A failure is logged and retried: the database may be away only for a moment. */
export function startRebuild(store: IndexStore, log: Pick<PrimaryLog, 'info' | 'warn'>): BackgroundRebuild {
  const stopping = new AbortController();
  const { signal } = stopping;
  const startedAtMs = performance.now();
  let loggedAtMs = Number.NEGATIVE_INFINITY;

  const onProgress = ({ kind, share }: RebuildProgress): void => {
    if (performance.now() - loggedAtMs < LOG_EVERY_MS) return;
    loggedAtMs = performance.now();
    const elsewhere = kind === 'elsewhere' ? ', by another process' : '';
    log.info({ percent: Math.floor(100 * share) }, `the search index is being rebuilt${elsewhere}`);
  };

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        if (await rebuildSearch({ store, signal, onProgress })) {
          const durationMs = Math.round(performance.now() - startedAtMs);
          log.info({ duration_ms: durationMs }, 'the search index is whole');
        }
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ reason: reasonOf(error) }, 'the rebuild of the search index failed and is retried');
        await delay(RETRY_AFTER_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  const ended = run();
  return {
    ended,
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
