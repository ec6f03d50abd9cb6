// Lets a copy continue where the last one ended: the change feed of the upstream tells which Primes changed since, so
// that a copy of what has not changed is one request.
import { hash, randomUUID } from 'node:crypto';
import { END_OF_CHANGES } from '@prime-registry/protocol';
import type { FeedCursor } from '@prime-registry/store';
import { isFeedAbsent, noteAbsentFeed } from '../feeds/absent-feed.ts';
import { findChangedPrimes } from '../feeds/feed-pages.ts';
import type { SyncSelection } from './find-names.ts';
import type { SyncDeps } from './sync-deps.ts';

/** What a copy has to read. */
export interface SyncPlan {
  /** The Primes that changed since the last copy of the same; undefined if everything must be read. */
  readonly changed: ReadonlySet<string> | undefined;
  /** Call it when everything was copied without a failure: the next copy continues here. */
  readonly finish: () => Promise<void>;
}

const EVERYTHING: SyncPlan = { changed: undefined, finish: async () => undefined };

/** Asks the feed. @throws RegistryError `upstream_unavailable` */
export async function planSync(deps: SyncDeps, selection: SyncSelection): Promise<SyncPlan> {
  const { upstream, store, signal, now, isFull } = deps;
  const { url } = upstream;
  // A part of a copy, or some Primes, say nothing about the rest.
  if (selection.after !== undefined || selection.scopes.length === 0) return EVERYTHING;
  if (await isFeedAbsent(deps, url)) return EVERYTHING;
  const reader = readerOf(deps, selection);
  // What is evicted during the copy ends its cursor: the next one reads everything.
  const finishAt = (cursor: string, before: Omit<FeedCursor, 'atMs'>) => () =>
    store.replaceFeedCursor({ ...reader, cursor, atMs: now() }, before);
  const known = isFull ? undefined : await store.findFeedCursor(reader);
  const found = known && (await findChangedPrimes(upstream, known.cursor, signal));
  if (known !== undefined && found !== undefined)
    return { changed: found.names, finish: finishAt(found.cursor, known) };
  // Before anything is read: what changes during the copy is read again.
  const page = await upstream.readChanges(END_OF_CHANGES, { waitS: 0, signal });
  if (page === undefined) await noteAbsentFeed(deps, url);
  if (page === undefined || page === 'restarted' || page.partial === true) return EVERYTHING;
  const begun = { url, reader: `${reader.reader} begun`, cursor: randomUUID() } as const;
  await store.saveFeedCursor({ ...begun, atMs: now() });
  return { changed: undefined, finish: finishAt(page.next, begun) };
}

/** Copies with other settings or of other scopes have cursors of their own: they leave out other Primes. */
function readerOf(
  { upstream, upstreams, localScopes, removal }: SyncDeps,
  { scopes }: SyncSelection,
): { readonly url: string; readonly reader: `copy ${string}` } {
  const before = upstreams.slice(0, upstreams.indexOf(upstream)).map(({ url }) => url);
  const wanted = scopes === '*' ? scopes : scopes.toSorted();
  const what = JSON.stringify([wanted, [...localScopes].toSorted(), before, removal.keepsRemoved]);
  return { url: upstream.url, reader: `copy ${hash('sha256', what).slice(0, 16)}` };
}
