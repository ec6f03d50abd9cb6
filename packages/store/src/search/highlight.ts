// Chooses the snippet of a text, and marks the words that match the query.

import { splitWords } from '@prime-registry/atoms';
import type { TextSegment } from '../contracts/search/rich-search-store.ts';
import { readSentences, toPlain } from './inside/sentences.ts';
import type { SearchTerms } from './words/search-terms.ts';

/** The length of a snippet, and the part of it before the first match. */
const SNIPPET_CHARACTERS = 200;
const LEAD_CHARACTERS = 40;

/** Only the beginning of a text is searched. */
const MAX_CHARACTERS = 8000;
/** The best place is searched up to this distance after the first match. */
const NEAR_CHARACTERS = 1500;
// The best place is chosen among this many matches.
const MAX_MATCHES = 16;

// Words as the tokenizer of the index splits them, in the original text.
const WORD = /[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}\p{So}]+/gu;
const BEYOND_ASCII = /[[\p{L}\p{N}\p{Co}\p{Mn}\p{Mc}\p{So}]--\p{ASCII}]/v;
// Does not match single spaces, which are the most frequent.
const SPACES = /\s{2,}|[^\S ]/g;
// Of longer queries, only the first words and the last one are marked.
const MAX_MARKED_WORDS = 24;
const ASCII_WORD = /^[a-z0-9]+$/;

/** Marks matches. Each method returns undefined for a text without a match. */
export interface Highlighter {
  /** The whole text. */
  whole(text: string): TextSegment[] | undefined;
  /** The part of the text with the most different matches. */
  snippet(text: string): TextSegment[] | undefined;
  /**
   * The sentence of a Markdown text with the most different matches, with those behind it that fit.
   * @param title - is shown next to it, so it is none of them
   */
  sentences(markdown: string, title?: string): TextSegment[] | undefined;
}

/** Creates the highlighter for all texts of a search. */
export function createHighlighter(given: SearchTerms): Highlighter {
  const terms = { ...given, words: given.words.slice(0, MAX_MARKED_WORDS - 1) };
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

  /** Where the first match may be. Searching for characters is faster than searching for words. */
  function findNear(text: string): number {
    const lower = text.toLowerCase();
    // Some characters become several in lower case, which shifts positions.
    if (lower.length !== text.length) return 0;
    const places = wanted.map((word) => lower.indexOf(word)).filter((place) => place !== -1);
    return places.length === 0 ? 0 : Math.max(0, Math.min(...places) - LEAD_CHARACTERS);
  }

  function listMatches(text: string, from: number, to: number): Match[] {
    // Does not start in the middle of a word.
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

  function sentences(markdown: string, title?: string): TextSegment[] | undefined {
    const known = title === undefined ? '' : toPlain(title);
    const all = readSentences(
      markdown.slice(0, MAX_CHARACTERS),
      (paragraph) => paragraph !== known && findMatches(paragraph).next().done !== true,
    );
    let [best, most] = [-1, 0];
    for (const [index, { text, isHeading }] of all.entries()) {
      const kinds = new Set(findMatches(text).map(({ word }) => word.toLowerCase())).size;
      // A heading says less than a sentence with as many words.
      const worth = isHeading ? kinds - 0.5 : kinds;
      if (worth > most) [best, most] = [index, worth];
    }
    const found = all[best];
    if (found === undefined) return undefined;
    // A sentence as long as a paragraph is cut between words.
    if (found.text.length > 1.5 * SNIPPET_CHARACTERS) return snippet(found.text);
    let text = found.text;
    for (const next of all.slice(best + 1)) {
      if (next.block !== found.block || text.length + next.text.length >= SNIPPET_CHARACTERS) break;
      text += ` ${next.text}`;
    }
    return segmentsOf(text);
  }

  return { whole, snippet, sentences };
}

interface Match {
  /** As written in the text. */
  readonly word: string;
  readonly index: number;
}

/** Creates a function that finds the matching words of a text. */
function matchFinder({ words, last }: SearchTerms): (text: string) => IteratorObject<Match> {
  const wanted = new Set(words);
  const isWanted = (word: string): boolean => wanted.has(word) || word.startsWith(last);
  // In ASCII, a word has one spelling, so the expression finds only matches and is a hundred times as fast.
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

/** Cuts a text between words, with an ellipsis where text was omitted. */
function cutAround(text: string, at: number): string {
  const from = at <= LEAD_CHARACTERS ? 0 : text.indexOf(' ', at - LEAD_CHARACTERS - 1) + 1;
  const start = Math.min(from, at);
  if (text.length - start <= SNIPPET_CHARACTERS) return `${start > 0 ? '…' : ''}${text.slice(start)}`;
  const end = Math.max(text.lastIndexOf(' ', start + SNIPPET_CHARACTERS), at + 1);
  const cut = text.slice(start, end === at + 1 ? start + SNIPPET_CHARACTERS : end).toWellFormed();
  return `${start > 0 ? '…' : ''}${cut}…`;
}
