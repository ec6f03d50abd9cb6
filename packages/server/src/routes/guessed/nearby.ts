// Looks for what there is near an address at which there is nothing: Primes with similar names, and words to search
// for.
import { splitWords } from '@prime-registry/atoms';
import type { RegistryStore } from '@prime-registry/store';
import type { Nearby } from '@prime-registry/web';

const MAX_PRIMES = 5;
const MAX_WORDS = 6;
const MAX_CHARACTERS = 200;
/** Primes of the scope whose names are compared, by name. */
const MAX_OF_SCOPE = 500;

/** Suggestions for a path of which nothing is known. */
export function nearWords(path: string): Nearby {
  return { words: wordsOf(path), primes: [] };
}

/** Suggestions for the name of a Prime or scope; Primes whose names or words are alike. */
export async function findNearby(
  store: Pick<RegistryStore, 'search' | 'listPrimesOf'>,
  { scope, name }: { readonly scope: string; readonly name: string },
): Promise<Nearby> {
  const words = wordsOf(name === '' ? scope : name);
  const primes = new Map<string, Nearby['primes'][number]>();
  for (const text of new Set([wordsOf(`${scope} ${name}`), words])) {
    if (text === '' || primes.size > 0) continue;
    const { hits } = await store.search({ text, limit: MAX_PRIMES, offset: 0 });
    for (const hit of hits) primes.set(hit.name, { name: hit.name, description: hit.description });
  }
  // Names are searched by their words: `webstyle` is none of those of `web-style`.
  const bare = bareOf(name);
  if (primes.size === 0 && bare !== '')
    for (const { name: other, description } of await store.listPrimesOf(scope, '', MAX_OF_SCOPE))
      if (bareOf(other.slice(scope.length + 1)) === bare && primes.size < MAX_PRIMES)
        primes.set(other, { name: other, description });
  return { words, primes: [...primes.values()] };
}

function bareOf(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]/g, '');
}

function wordsOf(path: string): string {
  return [...new Set(splitWords(decode(path).slice(0, MAX_CHARACTERS)))].slice(0, MAX_WORDS).join(' ');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
