// Resolves a locked version. The lock file fixes the bytes, so any configured registry may supply them. Other
// bytes are refused, and no host is asked only because a lock file names it.
import { parseRange } from '@prime-registry/protocol';
import { isRemoved } from '../failure-guards.ts';
import type { RegistryManifest, RegistryReader } from '../registry-reader.ts';
import {
  explainDigest,
  explainForeignLock,
  explainNotFound,
  explainRemoved,
  warnOfYank,
} from './explain-failure.ts';
import { explainForeignLockedMove } from './explain-move.ts';
import type { ReadList } from './follow-moves.ts';
import type { Query } from './resolution.ts';
import { ResolutionError } from './resolution-error.ts';
import { findAnswer, listAsked, type Route } from './route.ts';
import { suggestInstead, type Unwanted } from './suggest-instead.ts';

/** A Prime in a lock file. */
export interface LockedPrime {
  readonly name: string;
  /** An exact version. */
  readonly version: string;
  /** The digest of its tarball, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** The base URL of the registry from which it was resolved. */
  readonly registry: string;
  /** The name that has this version, if `name` had moved when it was locked. */
  readonly moved_to?: string;
  /** The range for which it was chosen, for advice. */
  readonly range?: string;
}

/** The registry that has a locked version. */
export interface LockedResolution<R extends RegistryReader = RegistryReader> {
  readonly registry: R;
  readonly manifest: RegistryManifest;
  /** Set if the version was yanked after it was locked: it may still be installed. */
  readonly yanked?: { readonly reason?: string };
  /** Sentences for people. */
  readonly warnings: readonly string[];
}

/** Finds the locked version, first in the registry of the lock file, if that one is configured. */
export async function resolveLockedPrime<R extends RegistryReader>(
  query: Query<R>,
  locked: LockedPrime,
  readList: ReadList,
): Promise<LockedResolution<R>> {
  const { name, options } = query;
  const subject = `${name} ${locked.version}`;
  const route = startingAt(locked.registry, query.route);
  const { version, range: rangeText = version } = locked;
  const parsed = parseRange(rangeText);
  const advise = (registry: R, successor?: Unwanted['successor']) =>
    suggestInstead({ version, range: parsed.ok ? parsed.value : undefined, successor }, () =>
      readList(registry, name),
    );
  const found = await findAnswer(route, async (registry) => {
    try {
      return await registry.manifest(name, version, options);
    } catch (error) {
      if (!isRemoved(error)) throw error;
      throw new ResolutionError(explainRemoved(subject, error.message, await advise(registry)), {
        ...{ primeName: name, range: version, registries: listAsked(route, registry) },
        reason: 'version-removed',
      });
    }
  });
  const details = { primeName: name, range: locked.version, registries: listAsked(route, found?.registry) };
  if (found === undefined) {
    const message = details.registries.includes(locked.registry)
      ? explainNotFound(subject, route)
      : explainForeignLock(subject, route, locked.registry);
    throw new ResolutionError(message, { ...details, reason: 'not-found' });
  }
  const { registry, answer: manifest } = found;
  if (manifest.sha256 !== locked.sha256) {
    const message = explainDigest(subject, registry.baseUrl, manifest.sha256, locked.sha256);
    throw new ResolutionError(message, { ...details, reason: 'digest-mismatch' });
  }
  if (!manifest.yanked) return { registry, manifest, warnings: [] };
  const reason = manifest.yank_reason;
  return {
    registry,
    manifest,
    yanked: reason === undefined ? {} : { reason },
    warnings: [
      warnOfYank(subject, registry.baseUrl, reason, await advise(registry, manifest.deprecated?.successor)),
    ],
  };
}

/**
 * The registries for a locked version. If it has moved, they are those that are asked for both names: a lock file must not
 * get around a pin either.
 * @throws ResolutionError `foreign-move` if there are none
 */
export function routeOfLocked<R extends RegistryReader>(
  { name, moved_to: ownName = name, version }: LockedPrime,
  routeOf: (name: string) => Route<R>,
): Route<R> {
  const route = routeOf(ownName);
  if (ownName === name) return route;
  const asked = routeOf(name);
  const both = route.registries.filter(({ baseUrl }) =>
    asked.registries.some((registry) => registry.baseUrl === baseUrl),
  );
  if (both.length > 0) return { ...route, registries: both };
  throw new ResolutionError(explainForeignLockedMove({ name, route: asked }, { name: ownName, route }), {
    ...{ primeName: name, range: version, registries: [] },
    reason: 'foreign-move',
  });
}

function startingAt<R extends RegistryReader>(baseUrl: string, route: Route<R>): Route<R> {
  const named = route.registries.filter((registry) => registry.baseUrl === baseUrl);
  const others = route.registries.filter((registry) => registry.baseUrl !== baseUrl);
  return { ...route, registries: [...named, ...others] };
}
