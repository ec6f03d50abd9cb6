// The methods of a client that read what changed in a registry. They are no part of the contract: a registry without
// them answers 404.
import {
  type Change,
  type Changes,
  END_OF_CHANGES,
  getValue,
  parseChangeCursor,
  parseScope,
  ROUTES,
} from '@prime-registry/protocol';
import { toQuery } from './check-arguments.ts';
import { SYSTEM_PACE } from './http/pace.ts';
import { connectionOf } from './lifecycle-client.ts';
import { LogClient } from './log/log-client.ts';
import type { ChangesOptions, FollowOptions } from './method-options.ts';
import { changesReader } from './shapes/changes.ts';

/** How long {@link ChangeClient.followChanges} waits for a change in one request, in seconds. */
const WAIT_S = 25;

/** How often a registry is asked that answers at once that there is nothing new, in milliseconds. */
const ASK_EVERY_MS = 1000;

/** What changed in a registry. */
export abstract class ChangeClient extends LogClient {
  /**
   * A page of the changes behind a cursor, in their order. It may be empty although more follows: all were read when the
   * index in `next` is `size`. Rejects with the code `log_restarted` if the cursor belongs to another log; `resumeAt` of
   * the error is where to go on.
   */
  async changes({ after, limit, waitS = 0, types, scopes, signal }: ChangesOptions = {}): Promise<Changes> {
    if (after !== undefined && after !== END_OF_CHANGES) getValue(parseChangeCursor(after));
    for (const scope of scopes ?? []) getValue(parseScope(scope));
    const wait = waitS === 0 ? undefined : waitS;
    const path = `${ROUTES.changes}${toQuery({ after, limit, wait, type: types?.join(','), scope: scopes?.join(',') })}`;
    // The registry is silent while it waits.
    const connection = connectionOf(this).withPatience(waitS * 1000);
    const options = { signal, isCacheable: false };
    return connection.getExtra('list of changes', path, changesReader(after), options);
  }

  /**
   * The changes behind a cursor, those that are yet to come included, each with the cursor behind it. It ends only with
   * an error, such as that of the signal.
   */
  async *followChanges({ after, ...options }: FollowOptions = {}): AsyncGenerator<FollowedChange, never> {
    for (let cursor = after; ; ) {
      const askedAtMs = performance.now();
      const page = await this.changes({
        ...options,
        ...(cursor !== undefined && { after: cursor }),
        waitS: WAIT_S,
      });
      const last = page.changes.at(-1);
      for (const change of page.changes) yield { change, ...(change === last && { next: page.next }) };
      cursor = page.next;
      const leftMs = askedAtMs + ASK_EVERY_MS - performance.now();
      // Of rare types, pages before the end may be empty.
      const isAtEnd = getValue(parseChangeCursor(cursor)).index >= page.size;
      if (last === undefined && isAtEnd && leftMs > 0) await SYSTEM_PACE.sleep(leftMs, options.signal);
    }
  }
}

/** A change, and where to continue once it and those before it are dealt with. */
export interface FollowedChange {
  readonly change: Change;
  /** The cursor behind it; absent in the middle of a page. */
  readonly next?: string;
}
