// Gives blocks of a text the direction of their letters, and the language that their letters are of.
import type { StateCore, Token } from 'markdown-it';

const RIGHT_TO_LEFT =
  /[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const HAS_LETTERS = /\p{L}/u;
/** Any letter of the scripts below. */
const FOREIGN = /[\u{590}-\u{6ff}\u{1100}-\u{11ff}\u{3040}-\u{30ff}\u{3400}-\u{9fff}\u{ac00}-\u{d7af}]/u;

/** The first that matches. Han characters are Chinese unless the text has kana. */
const SCRIPTS = [
  ['ja', /\p{Script=Hiragana}|\p{Script=Katakana}/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
] as const;

/** Whether a text has letters that run from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** The language of a text by its letters, as far as they tell; undefined for those of European languages. */
export function languageOf(text: string): string | undefined {
  return FOREIGN.test(text) ? SCRIPTS.find(([, letters]) => letters.test(text))?.[0] : undefined;
}

/** The attributes of a block as HTML, with a space in front; empty for most. */
export function directionOf(token: Pick<Token, 'attrGet'> | undefined): string {
  const attribute = (name: string): string => {
    const value = token?.attrGet(name);
    return value === undefined || value === null ? '' : ` ${name}="${value}"`;
  };
  return `${attribute('dir')}${attribute('lang')}`;
}

const DIRECTED = new Set(['heading_open', 'paragraph_open', 'list_item_open', 'th_open', 'td_open']);
/** Browsers do not look into the blocks above for the direction of what is around them. */
const CONTAINERS = new Set(['bullet_list_open', 'ordered_list_open', 'blockquote_open', 'table_open']);

/** A rule of the parser. In a text with right-to-left letters, each block has the direction of its first letter. */
export function addLanguages({ src, tokens }: StateCore): void {
  const isDirected = RIGHT_TO_LEFT.test(src);
  if (!isDirected && !FOREIGN.test(src)) return;
  // All of a Japanese text is Japanese, also its headings without kana.
  const ofText = languageOf(src);
  for (const [index, token] of tokens.entries()) {
    if (isDirected && CONTAINERS.has(token.type) && beginsFromRight(tokens, index))
      token.attrSet('dir', 'rtl');
    if (!DIRECTED.has(token.type)) continue;
    const line = tokens[index + 1];
    // A number alone runs like what is around it.
    if (isDirected && (line?.type !== 'inline' || HAS_LETTERS.test(line.content)))
      token.attrSet('dir', 'auto');
    const language = line?.type === 'inline' ? languageOf(line.content) : undefined;
    if (language === undefined) continue;
    token.attrSet('lang', language === 'zh' && ofText === 'ja' ? 'ja' : language);
    // The paragraph of a tight list is not shown.
    const item = tokens[index - 1];
    if (token.hidden && item?.type === 'list_item_open') item.attrSet('lang', String(token.attrGet('lang')));
  }
}

/** Whether the first letter in a block is one that runs from right to left. */
function beginsFromRight(tokens: readonly Token[], index: number): boolean {
  for (let next = index + 1; next < tokens.length; next += 1) {
    const token = tokens[next];
    if (token?.type !== 'inline') continue;
    // Not its source, which has the x of a task that is done.
    for (const { type, content } of token.children ?? []) {
      const letter = type === 'text' ? /\p{L}/u.exec(content)?.[0] : undefined;
      if (letter !== undefined) return RIGHT_TO_LEFT.test(letter);
    }
  }
  return false;
}
