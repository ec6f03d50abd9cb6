// Terms as PostgreSQL stores them: lexemes of a tsvector.

import { listBeginnings } from './beginnings.ts';

// A lexeme has 2,046 bytes at most (postgresql.org/docs/current/textsearch-limitations.html).
const MAX_TERM_CHARACTERS = 500;

/** The space-separated terms of a text and their short prefixes, each once. */
export function toLexemes(text: string): string[] {
  const lexemes = new Set<string>();
  for (const term of new Set(text.split(' '))) {
    if (term === '') continue;
    lexemes.add(cutLexeme(term));
    for (const beginning of listBeginnings(term)) lexemes.add(beginning);
  }
  return [...lexemes];
}

/** Cuts a term that is too long for a lexeme. */
export function cutLexeme(term: string): string {
  return term.length <= MAX_TERM_CHARACTERS ? term : term.slice(0, MAX_TERM_CHARACTERS).toWellFormed();
}
