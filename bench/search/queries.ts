// The search queries by kind, with words of the synthetic Primes.
import type { SyntheticPrime } from '../corpus/generate-primes.ts';

/** Queries of similar cost. */
export interface QueryKind {
  readonly title: string;
  readonly queries: readonly string[];
  /** Whether the words must be corrected. */
  readonly isMisspelt?: boolean;
  /** Results to skip, default 0. */
  readonly offset?: number;
}

// From words in thousands of Primes to words in hundreds.
const TYPED =
  `security documentation accessibility performance configure testing database kubernetes python javascript
  design reference therapy content protocol monitoring cooking internals translate working`.split(/\s+/);
const LONGEST_PREFIX = 6;

/** The kinds of queries for a corpus. @param sample - some of its Primes, to search by name */
export function listQueryKinds(sample: readonly SyntheticPrime[]): QueryKind[] {
  const prefixes = Array.from({ length: LONGEST_PREFIX }, (_, index) => ({
    title: `The first ${index === 0 ? 'letter' : `${index + 1} letters`} of a word`,
    queries: [...new Set(TYPED.map((word) => word.slice(0, index + 1)))],
  }));
  return [
    kind('A common word of names', 'web|data|test|guide|code|api|security|python|rules|patterns'),
    kind('A common word of sentences', 'the|and|of|to|with|for|how|is|that|on'),
    kind('A rare word', 'zoning|numismatics|heraldry|cricket|lentil|volcano|rfc 9110|v37|genome|basil'),
    ...prefixes,
    { title: 'A whole name', queries: sample.map(({ name }) => name) },
    {
      title: 'A name without its scope',
      queries: sample.map(({ name }) => name.slice(name.indexOf('/') + 1)),
    },
    kind(
      'Two words',
      'web guide|data security|test data|api design|code review|the web|python patterns|git rules|cloud cost|sql to',
    ),
    kind(
      'Two words, the second incomplete',
      'web g|data se|test d|the w|api d|a t|python pat|code r|how t|sql in',
    ),
    kind(
      'Three words',
      'web data security|api design guide|how to the|the of and|test the code|python data model|rules for git|a web api',
    ),
    kind('An unknown word', 'qqqq|xylophonist|web qqqq|zzzz the|brontosaurus'),
    {
      ...kind('Misspelt', 'secruity|kuberntes|pyhton|acessibility|documentaiton|databse design|javscript'),
      isMisspelt: true,
    },
    kind('Other scripts and accents', 'é|wéb|ＡＰＩ|безопасность|安全|データ guide|🦄|ǅ|ελλάδα'),
    kind(
      'Syntax characters of other search engines',
      '"web"|web*|-web|web AND guide|name:web|NEAR(web data)|%|(((|web^2|\0',
    ),
    { title: 'Page 500 of a common word', queries: ['the', 'web', 'a', 'the of'], offset: 10_000 },
  ];
}

function kind(title: string, queries: string): QueryKind {
  return { title, queries: queries.split('|') };
}
