// The sentences of a Markdown text, without its syntax: snippets show whole sentences, never a part of a table, of
// code or of a list of tags.

/** A sentence in its paragraph. */
export interface Sentence {
  readonly text: string;
  /** Number of its paragraph or list item. */
  readonly block: number;
  /** Whether it is the text of a heading. */
  readonly isHeading: boolean;
}

const FENCE = /^ {0,3}(?:```|~~~)/;
// Tables, rules, comments, and what the text of an atom begins and ends with: title, domain, tags, edges.
const NO_PROSE =
  /^\s*(?:\||[-*_=]{3,}\s*$|<!--|(?:domain|tags|version|id):\s|#\s.*\s\[[^\][]+\](?:\sv\S+)?$|(?:- )?[\w-]{1,64}: @\S+\s*$)/i;
const HEADING = /^ {0,3}#{1,6}\s+/;
const BLOCK_START = /^[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]+/;
// Images, tags of HTML, and the targets of links.
const INLINE = /!\[[^\]\n]{0,500}\]\([^)\n]{0,500}\)|<\/?[a-z][^>\n]{0,500}>|\]\([^)\n]{0,500}\)/gi;
const MARKS = /[`*[\]]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
// Most paragraphs have none of it, and a search for a character is faster than one for what it may begin.
const HAS_SYNTAX = /[`*[\]_<]/;
// Does not match single spaces, which are the most frequent.
const SPACES = /\s{2,}|[^\S ]/g;
// In languages with small letters, a sentence does not begin with one.
const SENTENCE_END = /(?<=[.!?…]["')\]]?)\s+(?=[^\p{Ll}\s])|(?<=[。！？])/u;

/**
 * Reads the sentences of a text, in order.
 * @param isWanted - whether the sentences of a paragraph are read
 */
export function readSentences(markdown: string, isWanted: (paragraph: string) => boolean): Sentence[] {
  const sentences: Sentence[] = [];
  let block = 0;
  let paragraph = '';
  let isCode = false;
  const end = (): void => {
    block += 1;
    const plain = toPlain(paragraph);
    paragraph = '';
    if (plain === '' || !isWanted(plain)) return;
    for (const text of plain.split(SENTENCE_END).map((each) => each.trim()))
      if (text !== '') sentences.push({ text, block, isHeading: false });
  };
  for (const line of markdown.split('\n')) {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    if (isFence || isCode || line.trim() === '' || NO_PROSE.test(line)) end();
    else if (HEADING.test(line)) {
      end();
      sentences.push({ text: toPlain(line.replace(HEADING, '')), block, isHeading: true });
    } else {
      if (BLOCK_START.test(line)) end();
      paragraph += ` ${line.replace(BLOCK_START, '')}`;
    }
  }
  end();
  return sentences;
}

/** The text without the syntax of Markdown, on one line. */
export function toPlain(text: string): string {
  const plain = HAS_SYNTAX.test(text) ? text.replace(INLINE, '').replace(MARKS, '') : text;
  return plain.replace(SPACES, ' ').trim();
}
