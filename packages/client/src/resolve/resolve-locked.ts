// Resolves a locked version. The lock file fixes the bytes, so any configured registry may supply them. Other
// bytes are refused, and no host is asked only because a lock file names it.
import type { RegistryManifest, RegistryReader } from '../registry-reader.ts';
import { explainDigest, explainForeignLock, explainNotFound, warnOfYank } from './explain-failure.ts';
import type { Query } from './resolution.ts';
import { ResolutionError } from './resolution-error.ts';
import { findAnswer, listAsked, type Route } from './route.ts';

/** A Prime in a lock file. */
export interface LockedPrime {
  readonly name: string;
  /** An exact version. */
  readonly version: string;
  /** The digest of its tarball, 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** The base URL of the registry from which it was resolved. */
  readonly registry: string;
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
): Promise<LockedResolution<R>> {
  const { name, options } = query;
  const subject = `${name} ${locked.version}`;
  const route = startingAt(locked.registry, query.route);
  const found = await findAnswer(route, (registry) => registry.manifest(name, locked.version, options));
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
    warnings: [warnOfYank(subject, registry.baseUrl, reason)],
  };
}

function startingAt<R extends RegistryReader>(baseUrl: string, route: Route<R>): Route<R> {
  const named = route.registries.filter((registry) => registry.baseUrl === baseUrl);
  const others = route.registries.filter((registry) => registry.baseUrl !== baseUrl);
  return { ...route, registries: [...named, ...others] };
}
