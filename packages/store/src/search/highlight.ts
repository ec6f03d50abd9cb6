// Which part of a text is shown of it, and what in it was searched for.
import type { TextSegment } from '../contracts/rich-search-store.ts';
import type { SearchTerms } from './search-terms.ts';
import { splitWords } from './search-words.ts';

/** So much is shown, and so much of that stands before the first match. */
const SNIPPET_CHARACTERS = 200;
const LEAD_CHARACTERS = 40;

/** So much of a text is looked at. */
const MAX_CHARACTERS = 8000;
/** So much behind the first match the best place is looked for. */
const NEAR_CHARACTERS = 1500;
// Of so many matches the best place is chosen.
const MAX_MATCHES = 16;

// Words as the index splits them, found in the text as it was written.
const WORD = /[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}\p{So}]+/gu;
const BEYOND_ASCII = /[[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}\p{So}]--\p{ASCII}]/v;
// Single spaces, which most are, stay as they are.
const SPACES = /\s{2,}|[^\S ]/g;
const ASCII_WORD = /^[a-z0-9]+$/;

// What people do not read of Markdown: what begins headings, quotes and lists, and what is around emphasis and code.
const MARKUP = /^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+|[`*]+/gm;

/** Marks what was searched for. Each gives undefined for a text that has nothing of it. */
export interface Highlighter {
  /** All of a text. */
  whole(text: string): TextSegment[] | undefined;
  /** The part of a text with the most of it. */
  snippet(text: string): TextSegment[] | undefined;
  /** The same of Markdown, without its syntax. */
  markdownSnippet(text: string): TextSegment[] | undefined;
}

/** Makes one for all texts of a search. */
export function createHighlighter(terms: SearchTerms): Highlighter {
  const wanted = [...terms.words, terms.last];
  const findMatches = matchFinder(terms);

  function whole(text: string): TextSegment[] | undefined {
    const segments = segmentsOf(text.slice(0, MAX_CHARACTERS));
    return segments.some(({ match }) => match) ? segments : undefined;
  }

  function snippet(text: string): TextSegment[] | undefined {
    const plain = text.slice(0, MAX_CHARACTERS).replace(SPACES, ' ').trim();
    const from = findNear(plain);
    const near = listMatches(plain, from, from + NEAR_CHARACTERS);
    const matches = near.length > 0 ? near : listMatches(plain, 0, plain.length);
    const [first] = matches;
    if (first === undefined) return undefined;
    let [start, most] = [first.index, 0];
    for (const { index } of matches) {
      const within = matches.filter(
        (other) => other.index >= index && other.index < index + SNIPPET_CHARACTERS - LEAD_CHARACTERS,
      );
      const kinds = new Set(within.map(({ word }) => word.toLowerCase())).size;
      if (kinds > most) [start, most] = [index, kinds];
    }
    return segmentsOf(cutAround(plain, start));
  }

  /** Where the first match may be: to look for words takes longer than to look for characters. */
  function findNear(text: string): number {
    const lower = text.toLowerCase();
    // Of some characters there are more in lower case.
    if (lower.length !== text.length) return 0;
    const places = wanted.map((word) => lower.indexOf(word)).filter((place) => place !== -1);
    return places.length === 0 ? 0 : Math.max(0, Math.min(...places) - LEAD_CHARACTERS);
  }

  function listMatches(text: string, from: number, to: number): Match[] {
    // Not from the middle of a word.
    const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
    return findMatches(text.slice(start, to))
      .take(MAX_MATCHES)
      .map(({ word, index }) => ({ word, index: start + index }))
      .toArray();
  }

  function segmentsOf(text: string): TextSegment[] {
    const segments: TextSegment[] = [];
    let end = 0;
    for (const { word, index } of findMatches(text)) {
      if (index > end) segments.push({ text: text.slice(end, index), match: false });
      segments.push({ text: word, match: true });
      end = index + word.length;
    }
    if (end < text.length) segments.push({ text: text.slice(end), match: false });
    return segments;
  }

  const markdownSnippet = (text: string) => snippet(text.slice(0, MAX_CHARACTERS).replace(MARKUP, ''));
  return { whole, snippet, markdownSnippet };
}

interface Match {
  /** As it was written. */
  readonly word: string;
  readonly index: number;
}

/** Makes a function that finds the words of a text that were searched for. */
function matchFinder({ words, last }: SearchTerms): (text: string) => IteratorObject<Match> {
  const wanted = new Set(words);
  const isWanted = (word: string): boolean => wanted.has(word) || word.startsWith(last);
  // ASCII has one spelling for each word: the expression finds those alone, a hundred times as fast.
  const inAscii = words.filter((word) => ASCII_WORD.test(word));
  if (ASCII_WORD.test(last)) inAscii.push(`${last}[a-z0-9]*`);
  const ascii = new RegExp(`(?<![a-z0-9])(?:${inAscii.join('|')})(?![a-z0-9])`, 'gi');

  return (text) => {
    const isAscii = !BEYOND_ASCII.test(text);
    if (isAscii && inAscii.length === 0) return Iterator.from<Match>([]);
    return text
      .matchAll(isAscii ? ascii : WORD)
      .map(({ 0: word, index }) => ({ word, index }))
      .filter(({ word }) => isAscii || splitWords(word).some(isWanted));
  };
}

/** Cut between words, with dots where something was left out. */
function cutAround(text: string, at: number): string {
  const from = at <= LEAD_CHARACTERS ? 0 : text.indexOf(' ', at - LEAD_CHARACTERS - 1) + 1;
  const start = Math.min(from, at);
  if (text.length - start <= SNIPPET_CHARACTERS) return `${start > 0 ? '…' : ''}${text.slice(start)}`;
  const end = Math.max(text.lastIndexOf(' ', start + SNIPPET_CHARACTERS), at + 1);
  const cut = text.slice(start, end === at + 1 ? start + SNIPPET_CHARACTERS : end).toWellFormed();
  return `${start > 0 ? '…' : ''}${cut}…`;
}
