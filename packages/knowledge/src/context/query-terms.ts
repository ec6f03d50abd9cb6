// The words of a task that say what it is about, reduced to their stems: people write "validating", atoms "validate".
import { splitWords } from '@prime-registry/atoms';

export interface QueryTerm {
  /** As typed, in lower case. */
  readonly word: string;
  readonly stem: string;
}

/** The most terms of a query; others are not looked at. */
export const MAX_TERMS = 24;

// Words of English tasks that are in almost every text, or say nothing about its subject.
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as ask asks at be been before being both but by can cannot could did do does
  doing done each few for from get gets give given gives go goes had has have having he her here him his how i if in into
  is it its just keep keeps kept know let like made make makes many may me more most must my need needs new no nor not now
  of off on one only onto or other our out over own please same say says she should show so some such than that the their
  them then there these they thing things this those to too two under until up us use used uses using very want wants was
  way we were what when where whether which while who whom whose why will with without would write you your`.split(
    /\s+/,
  ),
);

/** The distinct terms of a text, in order, without words that say nothing. If it has only such words, all of them. */
export function readQueryTerms(text: string): QueryTerm[] {
  const words = splitWords(text);
  const telling = words.filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || !/^[a-z]$/.test(word)));
  const terms = new Map<string, QueryTerm>();
  for (const word of telling.length > 0 ? telling : words) {
    const stem = stemOf(word);
    if (!terms.has(stem)) terms.set(stem, { word, stem });
    if (terms.size === MAX_TERMS) break;
  }
  return [...terms.values()];
}

/** The stems of a text, without words that say nothing. */
export function readStems(text: string): Set<string> {
  return new Set(
    splitWords(text)
      .filter((word) => !STOP_WORDS.has(word))
      .map(stemOf),
  );
}

const ASCII_WORD = /^[a-z]{4,}$/;

/**
 * What the forms of an English word have in common, roughly: one step for plurals, one for endings of verbs and of
 * nouns made from them. Stems are only compared, never shown.
 */
export function stemOf(word: string): string {
  if (!ASCII_WORD.test(word)) return word;
  const singular = withoutPlural(word);
  for (const ending of ['ations', 'ation', 'ators', 'ating', 'ated', 'ator', 'ate']) {
    if (singular.endsWith(ending) && singular.length >= ending.length + 3)
      return singular.slice(0, -ending.length);
  }
  for (const ending of ['ing', 'ion', 'ed', 'er', 'or', 'ly']) {
    if (singular.endsWith(ending) && singular.length >= ending.length + 3)
      return withoutEnd(singular.slice(0, -ending.length));
  }
  return withoutEnd(singular);
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** Without a final e, and with y as i; a doubled consonant once: `stopp`, `stop`. */
function withoutEnd(stem: string): string {
  if (stem.length < 4) return stem;
  if (stem.endsWith('e')) return stem.slice(0, -1);
  if (stem.endsWith('y')) return `${stem.slice(0, -1)}i`;
  return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}
