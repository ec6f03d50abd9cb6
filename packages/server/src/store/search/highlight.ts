// Which part of a text is shown of it, and what in it was searched for.
import type { TextSegment } from '../rich-search-store.ts';
import type { SearchTerms } from './search-terms.ts';
import { splitWords } from './search-words.ts';

/** So much is shown, and so much of that stands before the first match. */
const SNIPPET_CHARACTERS = 200;
const LEAD_CHARACTERS = 40;

/** So much of a text is looked at. */
const MAX_CHARACTERS = 8000;

// Words as the index splits them, found in the text as it was written.
const WORD = /[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}\p{So}]+/gu;
const ASCII = /^[A-Za-z0-9]+$/;
/** So much behind the first match the best place is looked for. */
const NEAR_CHARACTERS = 1500;
// Of so many matches the best place is chosen.
const MAX_MATCHES = 16;

// What people do not read of Markdown: what begins headings, quotes and lists, and what is around emphasis and code.
const MARKUP = /^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+|[`*]+/gm;

/** Tells whether a word, as it stands in a text, was searched for. */
export function matcherOf({ words, last }: SearchTerms): (written: string) => boolean {
  const wanted = new Set([...words, last]);
  const isWanted = (word: string): boolean => wanted.has(word) || word.startsWith(last);
  // Most words need none of what makes other spellings one, which takes a hundred times as long.
  return (written) =>
    ASCII.test(written) ? isWanted(written.toLowerCase()) : splitWords(written).some(isWanted);
}

/** All of a text, in segments; undefined when nothing in it was searched for. */
export function highlight(text: string, terms: SearchTerms): TextSegment[] | undefined {
  const segments = segmentsOf(text.slice(0, MAX_CHARACTERS), terms);
  return segments.some(({ match }) => match) ? segments : undefined;
}

/** The part of a text with the most of what was searched for, in segments; undefined when there is nothing of it. */
export function snippetOf(text: string, terms: SearchTerms): TextSegment[] | undefined {
  const plain = text.slice(0, MAX_CHARACTERS).replace(/\s+/g, ' ').trim();
  const from = findNear(plain, terms);
  const near = listMatches(plain, terms, from, from + NEAR_CHARACTERS);
  const matches = near.length > 0 ? near : listMatches(plain, terms, 0, plain.length);
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
  return segmentsOf(cutAround(plain, start), terms);
}

/** Where the first match may be: to look for words takes longer than to look for characters. */
function findNear(text: string, { words, last }: SearchTerms): number {
  const lower = text.toLowerCase();
  // Of some characters there are more in lower case.
  if (lower.length !== text.length) return 0;
  const places = [...words, last].map((word) => lower.indexOf(word)).filter((place) => place !== -1);
  return places.length === 0 ? 0 : Math.max(0, Math.min(...places) - LEAD_CHARACTERS);
}

interface Match {
  readonly word: string;
  readonly index: number;
}

function listMatches(text: string, terms: SearchTerms, from: number, to: number): Match[] {
  const isMatch = matcherOf(terms);
  // Not from the middle of a word.
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  return [...text.slice(start, to).matchAll(WORD)]
    .map(({ 0: word, index }) => ({ word, index: start + index }))
    .filter(({ word }) => isMatch(word))
    .slice(0, MAX_MATCHES);
}

/** The same of Markdown, without its syntax. */
export function snippetOfMarkdown(text: string, terms: SearchTerms): TextSegment[] | undefined {
  return snippetOf(text.slice(0, MAX_CHARACTERS).replace(MARKUP, ''), terms);
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

function segmentsOf(text: string, terms: SearchTerms): TextSegment[] {
  const isMatch = matcherOf(terms);
  const segments: TextSegment[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isMatch(word)) continue;
    if (index > end) segments.push({ text: text.slice(end, index), match: false });
    segments.push({ text: word, match: true });
    end = index + word.length;
  }
  if (end < text.length) segments.push({ text: text.slice(end), match: false });
  return segments;
}
