// Copies another registry, or a part of it: what is there and not here comes, what is yanked there is yanked here, and nothing is
// ever deleted. To be run again at will: of what is here only the list is asked for.
import { forEachConcurrently } from '@prime-registry/concurrency';
import { RegistryError } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { isUpstreamFailure, MirroredLists } from '../lists/mirrored-lists.ts';
import type { KeepDeps } from '../pull/keep-version.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { DoneSoFar } from './done-so-far.ts';
import { findNames, type SyncSelection, type WantedPrime } from './find-names.ts';
import type { TellOutcome } from './sync-outcome.ts';
import { syncPrime } from './sync-prime.ts';

/** What a copy works with. */
export interface SyncDeps extends Omit<KeepDeps, 'store'> {
  readonly store: Pick<
    RegistryStore,
    | 'findStanding'
    | 'findMirroredList'
    | 'saveMirroredList'
    | 'removeMirroredList'
    | 'listVersions'
    | 'insertVersion'
    | 'yankVersion'
  >;
  /** All that are configured, in the order in which they are asked. */
  readonly upstreams: readonly Upstream[];
  /** The one of them to copy. */
  readonly upstream: Upstream;
  /** Scopes that are never asked for elsewhere, with their `@`. */
  readonly localScopes: ReadonlySet<string>;
  /** Only looks what there would be to do. */
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
  readonly onOutcome: TellOutcome;
  /** Told up to which name of the scopes all is done, whenever that is another one. */
  readonly onReached: (name: string) => void;
}

/** Registries have failed so often that to ask for more is in vain; the message is for the operator. */
export class GivenUpError extends Error {
  override readonly name = 'GivenUpError';
}

const PRIMES_AT_ONCE = 4;
/** Failures to answer in a row, each after patient waiting. */
const GIVE_UP_AFTER = 20;

/**
 * Copies what was selected. What goes wrong with one Prime or version is told and does not end it.
 * @throws GivenUpError, UntoldPrimesError, RegistryError `storage_unavailable`, and RegistryError `upstream_unavailable` when it
 *   cannot be found out what there is
 */
export async function syncRegistry(deps: SyncDeps, selection: SyncSelection): Promise<void> {
  const { upstream, signal, onOutcome, onReached, now } = deps;
  const store = deps.isDryRun ? withoutWrites(deps.store) : deps.store;
  const lists = new MirroredLists({ store, now, onFailure: () => undefined });
  const skippedScopes = new Set<string>();
  const failedPrimes = new Set<string>();
  const done = new DoneSoFar();
  let failuresInARow = 0;

  const work = {
    ...deps,
    lists,
    async attempt(label: { name: string; version?: string }, doing: () => Promise<void>): Promise<void> {
      try {
        await doing();
        // That there is a list says nothing where no version can be had.
        if (label.version !== undefined || !failedPrimes.has(label.name)) failuresInARow = 0;
      } catch (error) {
        signal.throwIfAborted();
        if (!isOfOne(error)) throw error;
        const message = explain(error);
        failedPrimes.add(label.name);
        await onOutcome({ kind: 'failed', ...label, message });
        failuresInARow = isUpstreamFailure(error) ? failuresInARow + 1 : 0;
        if (failuresInARow >= GIVE_UP_AFTER)
          throw new GivenUpError(
            `it is given up after ${GIVE_UP_AFTER} failures in a row; the last: ${message}`,
          );
      }
    },
    async skip({ name, isNamed }: WantedPrime, message: string, ofScope: boolean): Promise<void> {
      if (isNamed) return onOutcome({ kind: 'failed', name: name.full, message });
      if (ofScope && skippedScopes.has(name.scope)) return;
      if (ofScope) skippedScopes.add(name.scope);
      return onOutcome({ kind: 'skipped', subject: ofScope ? name.scope : name.full, message });
    },
  };
  await forEachConcurrently(findNames(upstream, selection), { limit: PRIMES_AT_ONCE }, async (wanted) => {
    const { full } = wanted.name;
    const end = wanted.isNamed ? undefined : done.begin(full);
    await work.attempt({ name: full }, () => syncPrime(work, wanted));
    // Whoever goes on behind it must not leave anything out.
    if (end === undefined || failedPrimes.has(full)) return;
    const before = done.last;
    end();
    if (done.last !== undefined && done.last !== before) onReached(done.last);
  });
}

/** Whether it says something about one Prime or version, and nothing about what can be done for others. */
function isOfOne(error: unknown): error is RegistryError {
  return error instanceof RegistryError && error.code !== 'storage_unavailable';
}

function explain(error: RegistryError): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function withoutWrites(store: SyncDeps['store']): SyncDeps['store'] {
  return {
    ...store,
    saveMirroredList: async () => undefined,
    removeMirroredList: async () => undefined,
    yankVersion: async () => undefined,
  };
}
