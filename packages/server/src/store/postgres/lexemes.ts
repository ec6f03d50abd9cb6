// Terms as PostgreSQL stores them: lexemes of a tsvector.

// A lexeme has 2,046 bytes at most (postgresql.org/docs/current/textsearch-limitations.html).
const MAX_TERM_CHARACTERS = 500;

/** The terms of a text in which there are spaces between them, each once. */
export function toLexemes(terms: string): string[] {
  return [
    ...new Set(
      terms
        .split(' ')
        .filter((term) => term !== '')
        .map(cutLexeme),
    ),
  ];
}

/** What is too long for a lexeme is told by how it begins. */
export function cutLexeme(term: string): string {
  return term.length <= MAX_TERM_CHARACTERS ? term : term.slice(0, MAX_TERM_CHARACTERS).toWellFormed();
}
