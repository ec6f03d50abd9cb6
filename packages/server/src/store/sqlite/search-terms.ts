// What the index holds of a Prime, and what is asked of it. Besides its words, which say that a Prime matches at all, it
// holds words marked with where they stand, so that the Primes to rank first are found without looking at the others.
import type { SearchEntry } from '../search-index.ts';
import { splitWords } from './search-words.ts';

/** Characters that are in terms but never in words. */
export const MARKS = { name: '/', scope: '@', label: '#', whole: '=', joint: '-' } as const;

/** So much of a description, and of all namespaces and tags together, can be found. */
export const MAX_INDEXED_CHARACTERS = 4000;

/** The terms of a Prime, each between spaces. */
export interface EntryTerms {
  /** Of the name, and of namespaces and tags, as words and marked. */
  readonly labelTerms: string;
  readonly descriptionTerms: string;
}

/** What is asked for: at least one word. */
export interface SearchTerms {
  /** Every one has to match as it is. */
  readonly words: readonly string[];
  /** The last word, of which the beginning may be enough. */
  readonly last: string;
  /** Marked as a whole name. */
  readonly wholeName: string;
}

/** The terms by which a Prime is found. */
export function listEntryTerms({
  name,
  words,
  description,
}: Omit<SearchEntry, 'primeId' | 'version'>): EntryTerms {
  const [scope = [], short = []] = splitName(name);
  const labels = splitWords(beginningOf(words.join(' ')));
  const marked = [
    wholeNameTerm([short]),
    wholeNameTerm([scope, short]),
    ...short.map((word) => MARKS.name + word),
    ...scope.map((word) => MARKS.scope + word),
    ...labels.map((word) => MARKS.label + word),
  ];
  return {
    labelTerms: betweenSpaces([...marked, ...short, ...scope, ...labels]),
    descriptionTerms: betweenSpaces(splitWords(beginningOf(description))),
  };
}

/** What is searched of a text, in whole words; to index all of what may be sent would hold everybody up. */
function beginningOf(text: string): string {
  if (text.length <= MAX_INDEXED_CHARACTERS) return text;
  const cut = text.slice(0, MAX_INDEXED_CHARACTERS);
  return cut.slice(0, Math.max(cut.search(/\S+$/), 0));
}

/** Reads a query; undefined when there is no word in it. */
export function readSearchTerms(text: string): SearchTerms | undefined {
  const words = splitWords(text);
  const last = words.pop();
  if (last === undefined) return undefined;
  return { words: [...new Set(words)], last, wholeName: wholeNameTerm(splitName(text)) };
}

/** The FTS5 expression for everything that matches. */
export function matchExpression(terms: SearchTerms): string {
  return quoteAll(terms, '').join(' AND ');
}

/** How much a word of a query says, by word: above 0, more for rare ones. Words that it lacks say 1. */
export type Rarities = ReadonlyMap<string, number>;

/**
 * Expressions for the Primes that may rank first, the best first; each matches a part of what matches, and the last one all
 * of it.
 */
export function bestFirstExpressions(terms: SearchTerms, rarities: Rarities): string[] {
  const inParts = terms.words.length === 0 ? listForWord(terms.last) : listForWords(terms, rarities);
  return [quote(terms.wholeName), ...inParts, matchExpression(terms)];
}

// Whoever has typed `go` wants names with that word, of which there may be few, before the many with one that begins so;
// and of those, whichever they are, the ones that are about it in every respect.
function listForWord(word: string): string[] {
  const { name, scope, label } = MARKS;
  const as = (expression: (term: string) => string, ...marks: string[]): string =>
    marks.map((mark) => expression(mark + word)).join(' AND ');
  const inName = [quote, quoteBeginning].flatMap((expression) => [
    as(expression, name, scope),
    as(expression, name, label),
    as(expression, name),
  ]);
  const elsewhere = [scope, label].flatMap((mark) => [as(quote, mark), as(quoteBeginning, mark)]);
  return [...inName, ...elsewhere, quote(word)];
}

// Of several words a name has all, or the rarest, or any; elsewhere it is the rarest that matters.
function listForWords(terms: SearchTerms, rarities: Rarities): string[] {
  const { name, scope, label } = MARKS;
  const rarest = findRarest(terms, rarities);
  const rarestIn = (mark: string): string =>
    quoteAll(terms, '')
      .with(rarest, quoteAll(terms, mark)[rarest] ?? '')
      .join(' AND ');
  const anyInName = `(${quoteAll(terms, name).join(' OR ')}) AND ${matchExpression(terms)}`;
  return [quoteAll(terms, name).join(' AND '), rarestIn(name), anyInName, rarestIn(scope), rarestIn(label)];
}

/** The place of the rarest word, the last one being behind the others. */
function findRarest({ words, last }: SearchTerms, rarities: Rarities): number {
  const values = [...words, last].map((word) => rarities.get(word) ?? 1);
  return values.indexOf(Math.max(...values));
}

/** The FTS5 expression for one term. */
export function quote(term: string): string {
  return `"${term}"`;
}

/** The FTS5 expression for all terms that begin so. */
export function quoteBeginning(beginning: string): string {
  return `${quote(beginning)} *`;
}

function quoteAll({ words, last }: SearchTerms, mark: string): string[] {
  return [...words.map((word) => quote(mark + word)), quoteBeginning(mark + last)];
}

function betweenSpaces(terms: readonly string[]): string {
  return ` ${terms.join(' ')} `;
}

/** The words of a name's parts: scope and short name when it has both, else all of it. */
function splitName(text: string): string[][] {
  return text.split('/').map(splitWords);
}

/** How whoever types a name may have written it: `web style` is called `web-style`. */
function wholeNameTerm(parts: readonly (readonly string[])[]): string {
  return MARKS.whole + parts.map((words) => words.join(MARKS.joint)).join(MARKS.name);
}
