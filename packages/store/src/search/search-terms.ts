// What the index holds of a Prime, and what is asked of it. Besides its words, which say that a Prime matches at all, it
// holds words marked with where they stand, so that the Primes to rank first are found without looking at the others.
import { splitWords } from './search-words.ts';

/** Characters that are in terms but never in words. */
export const MARKS = { name: '/', scope: '@', label: '#', whole: '=', joint: '-' } as const;

const MARKED = new RegExp(`^[${Object.values(MARKS).join('')}]`);

// What stands between the words of a whole name.
const NAME_MARKS = /([=/-])/;

/** So much of a description, and of all namespaces and tags together, can be found. */
const MAX_INDEXED_CHARACTERS = 4000;

/** The terms of a Prime, each between spaces. */
export interface EntryTerms {
  /** Of the name, and of namespaces and tags, as words and marked. */
  readonly labelTerms: string;
  readonly descriptionTerms: string;
}

/** What a Prime says of itself. */
export interface EntryTexts {
  readonly name: string;
  /** Namespaces and tags. */
  readonly words: readonly string[];
  readonly description: string;
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

/** The words among the terms, without those that are marked. */
export function listWords({ labelTerms, descriptionTerms }: EntryTerms): string[] {
  return `${labelTerms}${descriptionTerms}`.split(' ').filter((term) => term !== '' && !MARKED.test(term));
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

/** The same terms with other words in the place of some. */
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

/** How an engine writes what is to match. */
export interface Notation {
  /** The term, whole. */
  exact(term: string): string;
  /** Every term that begins so. */
  beginning(beginning: string): string;
  all(expressions: readonly string[]): string;
  any(expressions: readonly string[]): string;
}

/** The expression for everything that matches. */
export function matchExpression(terms: SearchTerms, notation: Notation): string {
  return notation.all(markAll(terms, '', notation));
}

/** How much a word of a query says, by word: above 0, more for rare ones. Words that it lacks say 1. */
export type Rarities = ReadonlyMap<string, number>;

/** Expressions for the Primes that may rank first, the best first; each matches a part of what matches. */
export interface BestFirst {
  /** They are called so. */
  readonly named: readonly string[];
  readonly others: readonly string[];
}

/** What is asked of the words of a Prime's own, as those inside are no better than any. */
export function bestFirstExpressions(terms: SearchTerms, rarities: Rarities, notation: Notation): BestFirst {
  const called = notation.exact(terms.wholeName);
  if (terms.words.length === 0) return { named: [called, ...listForWord(terms.last, notation)], others: [] };
  const [allInName = '', ...others] = listForWords(terms, rarities, notation);
  return { named: [called, allInName], others };
}

// Whoever has typed `go` wants names with that word, of which there may be few, before the many with one that begins so;
// and of those, whichever they are, the ones that are about it in every respect.
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

// Of several words a name has all, or the rarest, or any; elsewhere it is the rarest that matters.
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

/** The place of the rarest word, the last one being behind the others. */
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

/** The words of a name's parts: scope and short name when it has both, else all of it. */
function splitName(text: string): string[][] {
  return text.split('/').map(splitWords);
}

/** How whoever types a name may have written it: `web style` is called `web-style`. */
function wholeNameTerm(parts: readonly (readonly string[])[]): string {
  return MARKS.whole + parts.map((words) => words.join(MARKS.joint)).join(MARKS.name);
}
