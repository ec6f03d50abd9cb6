// The registries for a Prime, and their order. Only after a 404 is the next one asked, so an outage of one
// registry never gives its names to another.

import { isNotFound, isRemoved } from '../failure-guards.ts';
import type { RegistryManifest, RegistryReader } from '../registry-reader.ts';

export interface Route<R extends RegistryReader = RegistryReader> {
  /** In the order in which they are asked. */
  readonly registries: readonly R[];
  /** The scope, if it is pinned to a single registry. */
  readonly pinnedScope: string | undefined;
}

export interface Answer<R extends RegistryReader, T> {
  readonly registry: R;
  readonly answer: T;
}

/**
 * Asks the registries one after another, until one does not answer 404 (contract section 1, item 4);
 * undefined when all answer 404. Any other failure is thrown, and no further registry is asked.
 */
export async function findAnswer<R extends RegistryReader, T>(
  route: Route<R>,
  ask: (registry: R) => Promise<T>,
): Promise<Answer<R, T> | undefined> {
  for (const registry of route.registries) {
    try {
      return { registry, answer: await ask(registry) };
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  return undefined;
}

/** A manifest; `removed` if the version was removed for good, undefined if the registry does not have it. */
export async function findManifest(
  read: () => Promise<RegistryManifest>,
): Promise<RegistryManifest | 'removed' | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (isRemoved(error)) return 'removed';
    throw error;
  }
}

/** The base URLs of the registries up to the one that answered; all of them when none did. */
export function listAsked(route: Route, last?: RegistryReader): readonly string[] {
  const count = last === undefined ? route.registries.length : route.registries.indexOf(last) + 1;
  return route.registries.slice(0, count).map(({ baseUrl }) => baseUrl);
}
