// Names that look like one that does not exist.
import { getValue, parseScope, parseVersion, SEARCH_LIMITS, scopeOf } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';

/** What suggestions are taken from. */
export type SuggestStore = Pick<RegistryStore, 'searchRich' | 'listPrimes' | 'listAtoms'>;

const MAX_SUGGESTIONS = 5;
/** Names of the scope, or atoms of one Prime, that are compared. */
const MAX_COMPARED = 200;
/** Primes of the scope whose atoms are compared. */
const MAX_PRIMES = 3;
/** The comparison with a longer text would take long, and few names are as long. */
const MAX_LENGTH = 100;
/** A name is near if at most half of it is different. */
const MAX_DISTANCE = 0.5;

/** Names of Primes, or ids of atoms, that look like a text; best first. */
export async function suggestNames(
  store: SuggestStore,
  text: string,
  what: 'prime' | 'atom',
): Promise<readonly string[]> {
  if (text.length > MAX_LENGTH) return [];
  const words = text.split(/[^a-z0-9]+/i).filter((word) => word !== '');
  if (words.length === 0) return [];
  const found = [...(await search(store, words, what)), ...(await listSameScope(store, text, what))];
  const ranked = [...new Set(found)].map((name) => ({ name, distance: distanceOf(name, text) }));
  return ranked
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

/** What the search finds for the words; it corrects typing errors. The scope may be the wrong part. */
async function search(
  store: SuggestStore,
  words: readonly string[],
  what: 'prime' | 'atom',
): Promise<string[]> {
  const query = words.join(' ').slice(0, SEARCH_LIMITS.maxTextLength);
  const { hits } = await store.searchRich({ text: query, limit: 20, offset: 0 });
  return hits.flatMap(({ name, atoms }) => (what === 'prime' ? [name] : atoms.map(({ id }) => id)));
}

/** Names of the same scope; ids of atoms of its first Primes. */
async function listSameScope(store: SuggestStore, text: string, what: 'prime' | 'atom'): Promise<string[]> {
  const scope = scopeOf(text);
  if (!parseScope(scope).ok) return [];
  if (what === 'prime') return (await store.listPrimes(scope, '', MAX_COMPARED)).map(({ name }) => name);
  const ids: string[] = [];
  for (const { name, latest } of await store.listPrimes(scope, '', MAX_PRIMES)) {
    const version = latest === undefined ? undefined : getValue(parseVersion(latest));
    const page = version && (await store.listAtoms(name, version, { limit: MAX_COMPARED, offset: 0 }));
    for (const { id } of page?.atoms ?? []) ids.push(id);
  }
  return ids;
}

/** The Levenshtein distance, as a part of the longer length: 0 is the same, 1 is nothing in common. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substituted));
    }
    row = next;
  }
  return (row[b.length] ?? 0) / Math.max(a.length, b.length, 1);
}
