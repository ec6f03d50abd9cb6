// What a search finds of one Prime, as soon as it shows it: an index may lag.
import { setTimeout } from 'node:timers/promises';
import { wordOf } from '../fixtures/fixture.ts';
import { type Exchange, isJsonObject, jsonOf } from '../http/exchange.ts';
import { searchPath } from '../http/paths.ts';
import { Unmet } from '../outcome.ts';
import type { Session } from './session.ts';

/** Number of searches: the contract does not say how soon search shows a change. */
const SEARCH_ATTEMPTS = 5;

/** The pause between two such searches, in milliseconds. */
const SEARCH_PAUSE_MS = 300;

/** The answer to a search for the word of a Prime when it is as awaited, or at the last attempt. */
export async function searchUntil(
  session: Session,
  name: string,
  isAwaited: (exchange: Exchange) => boolean,
): Promise<Exchange> {
  for (let attempt = 1; ; attempt += 1) {
    const exchange = await session.read(searchPath(wordOf(name)));
    if (attempt === SEARCH_ATTEMPTS || isAwaited(exchange)) return exchange;
    await setTimeout(SEARCH_PAUSE_MS);
  }
}

/**
 * The versions, in ascending order of their text, when they are as awaited or at the last attempt.
 * @throws {Unmet} if there is no search
 */
export async function findVersions(
  session: Session,
  name: string,
  isAwaited: (versions: readonly string[]) => boolean,
): Promise<readonly string[]> {
  if (session.settings.search === 'off') throw new Unmet('turned off by --no-search');
  const last = await searchUntil(session, name, (exchange) => isAwaited(versionsIn(exchange, name)));
  return versionsIn(last, name).toSorted();
}

function versionsIn(exchange: Exchange, name: string): string[] {
  if (exchange.status !== 200) throw new Unmet(`a search was answered with ${exchange.status}`);
  const { results } = jsonOf(exchange);
  const entries = Array.isArray(results) ? results.filter(isJsonObject) : [];
  return entries.filter((entry) => entry.name === name).map(({ version }) => String(version));
}
