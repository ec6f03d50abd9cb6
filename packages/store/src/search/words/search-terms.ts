// The terms of Primes and queries. In addition to its words, which decide whether a Prime matches, the index
// has words marked with their place, so that the Primes to rank first are found without reading the others.
import { splitWords } from '@prime-registry/atoms';

/** Characters that occur in terms, but never in words. */
export const MARKS = { name: '/', scope: '@', label: '#', whole: '=', joint: '-' } as const;

const MARKED = new RegExp(`^[${Object.values(MARKS).join('')}]`);

// Separates the words of a whole name.
const NAME_MARKS = /([=/-])/;

/** The indexed length of a description, and of all namespaces and tags together. */
const MAX_INDEXED_CHARACTERS = 4000;

/** The terms of an entry, each between spaces. */
export interface EntryTerms {
  /** Words of the name, namespaces and tags, unmarked and marked. */
  readonly labelTerms: string;
  readonly descriptionTerms: string;
}

/** The texts of a Prime that an entry is made from. */
export interface EntryTexts {
  readonly name: string;
  /** Namespaces and tags. */
  readonly words: readonly string[];
  readonly description: string;
}

/** The terms of a query: at least one word. */
export interface SearchTerms {
  /** Each must match as a whole word. */
  readonly words: readonly string[];
  /** The last word, which may be a prefix. */
  readonly last: string;
  /** The query, marked as a whole name. */
  readonly wholeName: string;
}

/** Makes the terms of a Prime. */
export function listEntryTerms({ name, words, description }: EntryTexts): EntryTerms {
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

/** The unmarked words among the terms. */
export function listWords({ labelTerms, descriptionTerms }: EntryTerms): string[] {
  return `${labelTerms}${descriptionTerms}`.split(' ').filter((term) => term !== '' && !MARKED.test(term));
}

/** The indexed beginning of a text, in whole words; indexing very long texts would block other requests. */
function beginningOf(text: string): string {
  if (text.length <= MAX_INDEXED_CHARACTERS) return text;
  const cut = text.slice(0, MAX_INDEXED_CHARACTERS);
  return cut.slice(0, Math.max(cut.search(/(?<!\S)\S+$/), 0));
}

/** Reads a query; undefined if it has no word. */
export function readSearchTerms(text: string): SearchTerms | undefined {
  const words = splitWords(text);
  const last = words.pop();
  if (last === undefined) return undefined;
  return { words: [...new Set(words)], last, wholeName: wholeNameTerm(splitName(text)) };
}

/** Replaces words of the terms. */
export function replaceWords(
  { words, last, wholeName }: SearchTerms,
  others: ReadonlyMap<string, string>,
): SearchTerms {
  const replace = (word: string): string => others.get(word) ?? word;
  return {
    words: [...new Set(words.map(replace))],
    last: replace(last),
    wholeName: wholeName.split(NAME_MARKS).map(replace).join(''),
  };
}

/** How an engine writes a match expression. */
export interface Notation {
  /** The whole term. */
  exact(term: string): string;
  /** Every term with this prefix. */
  beginning(beginning: string): string;
  all(expressions: readonly string[]): string;
  any(expressions: readonly string[]): string;
}

/** The expression for all matches. */
export function matchExpression(terms: SearchTerms, notation: Notation): string {
  return notation.all(markAll(terms, '', notation));
}

/** The rarity of the words of a query: above 0, higher for rare words; 1 for words that are missing here. */
export type Rarities = ReadonlyMap<string, number>;

/** Expressions for the Primes that may rank first, best first; each matches a subset of all matches. */
export interface BestFirst {
  /** For Primes with the words in their name. */
  readonly named: readonly string[];
  readonly others: readonly string[];
}

/** Uses only the words of name, scope, labels and description: words inside are no better than others. */
export function bestFirstExpressions(terms: SearchTerms, rarities: Rarities, notation: Notation): BestFirst {
  const called = notation.exact(terms.wholeName);
  if (terms.words.length === 0) return { named: [called, ...listForWord(terms.last, notation)], others: [] };
  const [allInName = '', ...others] = listForWords(terms, rarities, notation);
  return { named: [called, allInName], others };
}

// For `go`, the names with that word, which may be few, come before the many with a word that begins with it.
// In both groups, Primes with the word also in scope or labels come first.
function listForWord(word: string, { exact, beginning, all }: Notation): string[] {
  const { name, scope, label } = MARKS;
  const as = (expression: (term: string) => string, ...marks: string[]): string =>
    all(marks.map((mark) => expression(mark + word)));
  const inName = [exact, beginning].flatMap((expression) => [
    as(expression, name, scope),
    as(expression, name, label),
    as(expression, name),
  ]);
  const elsewhere = [scope, label].flatMap((mark) => [as(exact, mark), as(beginning, mark)]);
  return [...inName, ...elsewhere, exact(word)];
}

// For several words: names with all, with the rarest, with any; then scope and labels with the rarest.
function listForWords(terms: SearchTerms, rarities: Rarities, notation: Notation): string[] {
  const { name, scope, label } = MARKS;
  const { all, any } = notation;
  const rarest = findRarest(terms, rarities);
  const rarestIn = (mark: string): string =>
    all(markAll(terms, '', notation).with(rarest, markAll(terms, mark, notation)[rarest] ?? ''));
  const anyInName = all([any(markAll(terms, name, notation)), matchExpression(terms, notation)]);
  return [
    all(markAll(terms, name, notation)),
    rarestIn(name),
    anyInName,
    rarestIn(scope),
    rarestIn(label),
    matchExpression(terms, notation),
  ];
}

/** The index of the rarest word; the last word has the last index. */
function findRarest({ words, last }: SearchTerms, rarities: Rarities): number {
  const values = [...words, last].map((word) => rarities.get(word) ?? 1);
  return values.indexOf(Math.max(...values));
}

function markAll({ words, last }: SearchTerms, mark: string, { exact, beginning }: Notation): string[] {
  return [...words.map((word) => exact(mark + word)), beginning(mark + last)];
}

function betweenSpaces(terms: readonly string[]): string {
  return ` ${terms.join(' ')} `;
}

/** The words of the parts of a name: scope and short name if it has both, else the whole name. */
function splitName(text: string): string[][] {
  return text.split('/').map(splitWords);
}

/** The term of a whole name, regardless of how it is typed: `web style` finds `web-style`. */
function wholeNameTerm(parts: readonly (readonly string[])[]): string {
  return MARKS.whole + parts.map((words) => words.join(MARKS.joint)).join(MARKS.name);
}
