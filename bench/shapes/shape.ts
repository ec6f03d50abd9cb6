// Shapes of registries that are unlike a usual one.
import type { SyntheticPrime } from '../corpus/generate-primes.ts';
import type { Corpus } from '../scale/fill/corpus.ts';

/** A shape, and what is read of it. */
export interface Shape {
  readonly title: string;
  readonly corpus: Corpus;
  /** Paths by title. */
  readonly reads: Readonly<Record<string, string>>;
  /** What is published into it: the name for each turn, and the number of atoms. */
  readonly publish: { readonly title: string; nameOf(turn: number): string; readonly atoms: number };
}

/** How many there are of what. */
export interface ShapeSizes {
  readonly versions: number;
  readonly atoms: number;
  readonly primes: number;
  readonly scopes: number;
}

/** Primes that are next to the one of the shape. */
const OTHERS = 1000;
const LARGE = '@bench/large';

const FACTS = {
  description: 'Rules for caches in front of a service, and how to test that what they keep is current.',
  tags: ['caching', 'http'],
  namespaces: ['@bench'],
  license: 'Apache-2.0',
};

/** The shapes, by the name of their flag. */
export function listShapes({ versions, atoms, primes, scopes }: ShapeSizes): Readonly<Record<string, Shape>> {
  const many = (count: number): string => count.toLocaleString('en-US');
  return {
    versions: {
      title: `A Prime of ${many(versions)} versions`,
      corpus: corpusOf(OTHERS, 0, (index) =>
        primeOf(index === 0 ? LARGE : `@bench/other-${index}`, index === 0 ? versions : 1),
      ),
      reads: {
        'Manifest of a version': `/pack/${LARGE}/1.0.${versions - 1}`,
        'List of versions': `/pack/${encodeURIComponent(LARGE)}`,
        'Page of the Prime': `/-/prime/${LARGE}`,
        'Page of its versions': `/-/prime/${LARGE}/versions`,
        'Feed of the Prime': `/-/feed/${LARGE}`,
        Lifecycle: `/-/primes/${LARGE}/lifecycle`,
        Downloads: `/-/primes/${LARGE}/downloads`,
        Search: '/search?q=caches',
      },
      publish: { title: 'Publish of the next version', nameOf: () => LARGE, atoms: 1 },
    },
    atoms: {
      title: `A version of ${many(atoms)} atoms`,
      corpus: { ...corpusOf(1, 0, () => primeOf(LARGE, 1)), atoms },
      reads: {
        'Manifest of the version': `/pack/${LARGE}/1.0.0`,
        'Page of the Prime': `/-/prime/${LARGE}`,
        'Page of its atoms': `/-/prime/${LARGE}/1.0.0/atoms`,
        'The last page of its atoms': `/-/prime/${LARGE}/1.0.0/atoms?page=${Math.ceil(atoms / 100)}`,
        'Page of all its text': `/-/prime/${LARGE}/1.0.0/read`,
        'Page of its graph': `/-/prime/${LARGE}/1.0.0/graph`,
        'List of atoms': `/-/primes/${LARGE}/1.0.0/atoms`,
        'Document of the whole Prime': `/-/prime/${LARGE}/1.0.0.md`,
        Score: `/-/primes/${LARGE}/1.0.0/score`,
        Search: '/-/search?q=caches',
      },
      publish: { title: 'Publish of a version with as many', nameOf: () => '@bench/atoms', atoms },
    },
    scope: {
      title: `A scope of ${many(primes)} Primes`,
      corpus: corpusOf(primes, 0, (index) => primeOf(`@bench/prime-${index}`, 1)),
      reads: {
        'Manifest of a Prime': '/pack/@bench/prime-7/1.0.0',
        'Page of the scope': '/-/scope/@bench',
        'Page of the scope, from its middle': `/-/scope/@bench?after=@bench/prime-${Math.round(primes / 2)}`,
        'All Primes, filtered by the scope': '/-/browse?scope=%40bench',
        'Feed of the scope': '/-/feed/@bench',
        'Sitemap of the scope': '/-/sitemap/@bench/primes.xml',
        'List of Primes for a copy': '/-/primes?scope=%40bench',
        'Search in the scope': '/-/search?q=caches&scope=%40bench',
        'Search for a word that all have': '/search?q=caches',
        Suggestions: '/-/suggest?q=prime',
      },
      publish: { title: 'Publish of one more', nameOf: (turn) => `@bench/new-${turn}`, atoms: 1 },
    },
    scopes: {
      title: `A registry of ${many(scopes)} scopes`,
      corpus: corpusOf(scopes, 0, (index) => primeOf(`@scope-${index}/one`, 1)),
      reads: {
        'Manifest of a Prime': '/pack/@scope-7/one/1.0.0',
        Home: '/',
        'Page of scopes by name': '/-/scopes',
        'Page of scopes by size': '/-/scopes?sort=versions',
        'A late page of scopes': '/-/scopes?offset=10000',
        'Page of a scope': '/-/scope/@scope-7',
        'All Primes': '/-/browse',
        Sitemap: '/sitemap.xml',
        'List of Primes for a copy': '/-/primes',
        'Text for agents': '/llms.txt',
        'Search for a word that all have': '/search?q=caches',
      },
      publish: { title: 'Publish in a new scope', nameOf: (turn) => `@new-${turn}/one`, atoms: 1 },
    },
  };
}

function primeOf(name: string, versions: number): SyntheticPrime {
  return { ...FACTS, name, versions: Array.from({ length: versions }, (_, patch) => `1.0.${patch}`) };
}

function corpusOf(count: number, atoms: number, primeAt: (index: number) => SyntheticPrime): Corpus {
  return {
    ...{ count, atoms, versions: count },
    *list() {
      for (let index = 0; index < count; index += 1) yield primeAt(index);
    },
  };
}
