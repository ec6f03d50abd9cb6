// Terms as PostgreSQL stores them: lexemes of a tsvector.

import { listBeginnings } from './beginnings.ts';

// A lexeme has 2,046 bytes at most (postgresql.org/docs/current/textsearch-limitations.html).
const MAX_TERM_CHARACTERS = 500;

/** The terms of a text in which there are spaces between them, and how they begin, each once. */
export function toLexemes(text: string): string[] {
  const terms = new Set(text.split(' ').filter((term) => term !== ''));
  const lexemes = new Set<string>();
  for (const term of terms) {
    lexemes.add(cutLexeme(term));
    for (const beginning of listBeginnings(term)) lexemes.add(beginning);
  }
  return [...lexemes];
}

/** What is too long for a lexeme is told by how it begins. */
export function cutLexeme(term: string): string {
  return term.length <= MAX_TERM_CHARACTERS ? term : term.slice(0, MAX_TERM_CHARACTERS).toWellFormed();
}
