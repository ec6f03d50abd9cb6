// Finds YAML that would be slow to parse.
import { Lexer } from 'yaml';
import type { FieldProblem } from '../text/field-problem.ts';
import { quote } from '../text/quote.ts';
import { manifestProblem, positionAt } from './manifest-problem.ts';

// The largest manifest with ordinary content has about 20,000 lexical tokens. One of only brackets and quotes
// would have 260,000 and take seconds to compose.
const MAX_TOKENS = 40_000;
/** More than the lexer makes of any character, with its marks. */
const TOKENS_PER_CHARACTER = 4;

// Marks that the lexer inserts between the pieces of the text: start of a document, end of a flow, a scalar.
const LEXER_MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);
/** A backslash, with the rest of a valid escape sequence if there is one (YAML 1.2, section 5.7). */
const ESCAPE =
  /\\([0abtnevfr "/\\N_LP\t\r\n]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U00(?:0[0-9A-Fa-f]|10)[0-9A-Fa-f]{4})?/g;

/** Finds what would be slow to parse. The lexer is fast, so it runs first. */
export function findCost(text: string): { problem: FieldProblem } | undefined {
  if (text.length < MAX_TOKENS / TOKENS_PER_CHARACTER && !text.includes('\\')) return undefined;
  let count = 0;
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    count += 1;
    if (count > MAX_TOKENS) {
      return manifestProblem('has too much structure to be a manifest; keep data in files of the tarball');
    }
    if (LEXER_MARKS.has(token)) continue;
    const wrongAt = token.startsWith('"') ? findWrongEscape(token) : undefined;
    if (wrongAt !== undefined) {
      const shown = quote(token.slice(wrongAt, wrongAt + 2));
      const message = `is not valid YAML: ${shown} is not an escape sequence; put texts with backslashes in single quotes`;
      return manifestProblem(message, positionAt(text, offset + wrongAt));
    }
    offset += token.length;
  }
  return undefined;
}

/**
 * The offset of the first invalid escape sequence in a double-quoted text. The parser would create an error
 * for each, which is a thousand times slower: 130,000 of them fit into a manifest.
 */
function findWrongEscape(quoted: string): number | undefined {
  for (const { 1: right, index } of quoted.matchAll(ESCAPE)) {
    if (right === undefined) return index;
  }
  return undefined;
}
