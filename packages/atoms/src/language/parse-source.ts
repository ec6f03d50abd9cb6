// Parses the text of a `.prime` file. After an error in an atom, parsing continues with the next atom.
import { MAX_ATOMS_PER_FILE, MAX_REREADS, MAX_WORD_LENGTH } from '../limits.ts';
import { AtomBody, OPEN_COMMENT } from './atom-body.ts';
import { type AtomHeader, isAtomLine, readAtomHeader } from './atom-header.ts';
import { SourceCursor } from './source-cursor.ts';
import type { SourceAtom, SourceProblem } from './source-value.ts';

/**
 * Parses a file by the grammar of docs/prime-language.md. Never throws, and takes linear time.
 * @param text with only line feeds as line ends
 * @returns the problems in the order of the file
 */
export function parseSource(text: string): { atoms: SourceAtom[]; problems: SourceProblem[] } {
  const cursor = new SourceCursor(text);
  const atoms: SourceAtom[] = [];
  const problems: SourceProblem[] = [];
  const fail = (offset: number, message: string): void => {
    problems.push({ severity: 'error', offset, message });
  };
  let lostCharacters = 0;
  for (let tries = 0; ; tries += 1) {
    const start = cursor.offset;
    if (!skipToNext(cursor, fail)) break;
    if (tries === MAX_ATOMS_PER_FILE) {
      fail(cursor.offset, `a file may have ${MAX_ATOMS_PER_FILE} atoms; move the rest to other files`);
      break;
    }
    // An open comment may contain the first lines of many atoms, each of which would be parsed up to the same
    // error.
    if (lostCharacters > MAX_REREADS * text.length) {
      fail(cursor.offset, 'too many atoms before this one cannot be read; the rest of the file was not read');
      break;
    }
    const { offset } = cursor;
    const header = readAtomHeader(cursor);
    const misfit = header === undefined ? NO_ATOM : findHeaderProblem(header);
    if (header === undefined || misfit !== undefined) {
      fail(offset, misfit ?? NO_ATOM);
      cursor.offset = offset;
      skipToAtomLine(cursor);
      continue;
    }
    const afterHeader = cursor.offset;
    const body = new AtomBody(cursor);
    const read = body.read();
    if ('message' in read) {
      problems.push(read);
      lostCharacters += cursor.offset - afterHeader;
      cursor.offset = afterHeader;
      skipToAtomLine(cursor);
      continue;
    }
    for (const warning of body.warnings) problems.push(warning);
    atoms.push({ ...header, fields: read, start, end: cursor.offset });
  }
  return { atoms, problems };
}

const NO_ATOM = "an atom is expected here, as in 'rule OneThing { … }'; write comments after '//'";

function findHeaderProblem({ kind, name }: AtomHeader): string | undefined {
  if (Math.max(kind.length, name.length) <= MAX_WORD_LENGTH) return undefined;
  return `the kind and the name of an atom have at most ${MAX_WORD_LENGTH} characters each; shorten them`;
}

/** Skips spaces and comments between atoms. @returns false at the end */
function skipToNext(cursor: SourceCursor, fail: (offset: number, message: string) => void): boolean {
  for (;;) {
    cursor.skipSpaces();
    if (cursor.isAtEnd) return false;
    const { offset } = cursor;
    if (cursor.peek() === '\n') {
      cursor.offset += 1;
      continue;
    }
    const skipped = cursor.skipComment();
    if (skipped === false) return true;
    if (skipped === 'open') {
      fail(offset, OPEN_COMMENT);
      cursor.offset += 2;
      skipToAtomLine(cursor);
    }
  }
}

/** Skips to the next line that can only be the first one of an atom, or to the end. */
function skipToAtomLine(cursor: SourceCursor): void {
  do {
    cursor.toLineEnd();
    cursor.offset += 1;
  } while (cursor.offset < cursor.text.length && !isAtomLine(cursor));
  cursor.offset = Math.min(cursor.offset, cursor.text.length);
}
