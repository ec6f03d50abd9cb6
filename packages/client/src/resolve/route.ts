// Which registries are asked for a Prime, and in which order. That only a 404 leads on to the next one is what keeps an
// outage of one registry from giving its names to another.
import type { RegistryReader } from '../registry-reader.ts';
import { isNotFound } from '../registry-request-error.ts';

/** The registries for one Prime. */
export interface Route<R extends RegistryReader = RegistryReader> {
  /** In the order in which they are asked. */
  readonly registries: readonly R[];
  /** The scope that is pinned to a single registry, where that is why no other one is asked. */
  readonly pinnedScope: string | undefined;
}

/** What a registry answered. */
export interface Answer<R extends RegistryReader, T> {
  readonly registry: R;
  readonly answer: T;
}

/**
 * Asks the registries one after another, until one does not answer 404 (contract section 1, item 4); undefined when all
 * of them do. Any other failure is thrown as it is, and nobody else is asked.
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

/** The base URLs of the registries up to the one that answered; of all of them when none did. */
export function listAsked(route: Route, last?: RegistryReader): readonly string[] {
  const count = last === undefined ? route.registries.length : route.registries.indexOf(last) + 1;
  return route.registries.slice(0, count).map(({ baseUrl }) => baseUrl);
}
