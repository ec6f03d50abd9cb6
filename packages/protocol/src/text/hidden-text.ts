// Characters that a reader of a text does not see, but a model or a terminal acts on. The texts of a Prime are
// shown on pages and in terminals, and agents read them.
import { isPlainText } from './quote.ts';

/** Adjacent hidden characters. */
export interface HiddenRun {
  /** Where the run begins, in UTF-16 units. */
  readonly offset: number;
  /** The hidden characters. */
  readonly text: string;
}

/** Characters without a glyph of their own: hidden, except what {@link makeInPlace} matches. A `\r\n` is a line end. */
const INVISIBLE =
  /\r(?!\n)|(?![\t\n\r])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{DI}\p{Bidi_C}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/gu;

function inScripts(...scripts: readonly string[]): string {
  return `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`;
}

/** Letters and marks that a joiner shapes, or that a space of no width separates. */
const SHAPED = `(?=[\\p{L}\\p{M}])(?!\\p{DI})${inScripts(
  ...['Arab', 'Syrc', 'Mand', 'Mong', 'Nkoo', 'Phag', 'Adlm', 'Rohg', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya'],
  ...['Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali'],
)}`;
const SYMBOL = '[\\p{ExtPict}\\p{EMod}\\p{RI}\\p{Sm}\\p{So}]';

/** What writing systems and emoji need. Each rule depends only on visible neighbours. */
const makeInPlace = (): RegExp =>
  new RegExp(
    [
      // Joiners: Persian, Indic scripts, emoji families. At the start, the text may be the rest of a word.
      `(?<=${SHAPED})[\\u200b-\\u200d]|^[\\u200c\\u200d](?=${SHAPED})`,
      `(?<=${SYMBOL}\\ufe0f?)\\u200d(?=\\p{ExtPict})`,
      // Variation selectors: emoji or text style, keycaps, variants of symbols and of ideographs.
      `(?<=${SYMBOL})[\\ufe0e\\ufe0f]|(?<=[0-9#*])\\ufe0f(?=\\u20e3)`,
      `(?<=[\\p{Sm}\\p{So}\\p{scx=Hani}\\p{sc=Mymr}])[\\ufe00-\\ufe0d]|(?<=\\p{sc=Hani})[\\u{e0100}-\\u{e01ef}]`,
      // The flags of England, Scotland and Wales: all sequences of tags that emoji have.
      '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}' +
        '(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
      // Mongolian selectors, Khmer inherent vowels, syllables of old Korean without an initial or a vowel.
      `(?<=(?=\\p{L})${inScripts('Mong', 'Phag')})[\\u180b-\\u180f]|(?<=(?=\\p{L})\\p{sc=Khmr})[\\u17b4\\u17b5]`,
      '\\u115f(?=[\\u1161-\\u11a7])|(?<=[\\u1100-\\u115e])\\u1160',
    ].join('|'),
    'uy',
  );

/** The characters that it begins with: a shortcut. */
const MAYBE_IN_PLACE =
  /[\ufe00-\ufe0f]|[\u200b-\u200d]|[\u{e0100}-\u{e01ef}]|[\u180b-\u180f]|[\u17b4\u17b5]|[\u{e0067}\u115f\u1160]/u;

/** Direction marks, which belong into lines with letters that are written from right to left. */
const MARK = /[\u200e\u200f\u061c]/;
const makeRightToLeft = (): RegExp =>
  new RegExp(
    `(?=\\p{L})${inScripts('Hebr', 'Arab', 'Syrc', 'Thaa', 'Nkoo', 'Mand', 'Samr', 'Adlm', 'Rohg')}`,
    'u',
  );

// Made for the first text that needs them: that takes milliseconds, and most processes need neither.
let inPlace: RegExp | undefined;
let rightToLeft: RegExp | undefined;

/** What rewriting may cost, shared by the texts of an answer. */
export interface HiddenBudget {
  /** How many more characters may be judged, which takes up to a microsecond each. */
  left: number;
}

const MAX_JUDGED = 20_000;
/** Most characters of texts after the end of the budget of which the invisible ones are removed. */
const MAX_STRIPPED = 200_000;

/** A budget for one answer. */
export function createHiddenBudget(): HiddenBudget {
  return { left: MAX_JUDGED };
}

/** Whether a text has invisible characters; most texts have none, and need not be rewritten. */
export function mayHide(text: string): boolean {
  return !isPlainText(text) && text.search(INVISIBLE) !== -1;
}

/**
 * The hidden characters of a text: control characters other than tabs and line ends, unpaired surrogates,
 * bidirectional controls (Trojan Source, CVE-2021-42574), tags, variation selectors, and whatever else has no
 * glyph (Unicode `Default_Ignorable_Code_Point`). Not those that a script or an emoji needs where they are.
 * Takes linear time. Those after the end of the budget are missing.
 */
export function listHiddenRuns(text: string, budget: HiddenBudget = createHiddenBudget()): HiddenRun[] {
  const runs: HiddenRun[] = [];
  scanRuns(text, budget, (run) => {
    runs.push(run);
    return false;
  });
  return runs;
}

/** The first run of hidden characters that matches, wherever it is. */
export function findHiddenRun(text: string, isWanted: (run: string) => boolean): string | undefined {
  let found: string | undefined;
  scanRuns(text, { left: Number.POSITIVE_INFINITY }, ({ text: run }) => {
    if (isWanted(run)) found = run;
    return found !== undefined;
  });
  return found;
}

/**
 * @param onRun - returns true to stop
 * @returns the offset up to which the text was judged
 */
function scanRuns(text: string, budget: HiddenBudget, onRun: (run: HiddenRun) => boolean): number {
  // The usual case.
  if (!mayHide(text)) return text.length;
  const isMarkInPlace = markFinder(text);
  let run: HiddenRun | undefined;
  let end = 0;
  let judgedTo = text.length;
  for (const { 0: character, index } of text.matchAll(INVISIBLE)) {
    // Inside the flag that was found last.
    if (index < end) continue;
    if (budget.left <= 0) {
      judgedTo = index;
      break;
    }
    budget.left -= 1;
    if (MAYBE_IN_PLACE.test(character)) {
      inPlace ??= makeInPlace();
      inPlace.lastIndex = index;
      if (inPlace.test(text)) {
        end = inPlace.lastIndex;
        continue;
      }
    }
    if (MARK.test(character) && isMarkInPlace(index)) continue;
    if (run !== undefined && run.offset + run.text.length === index) {
      run = { offset: run.offset, text: run.text + character };
      continue;
    }
    if (run !== undefined && onRun(run)) return index;
    run = { offset: index, text: character };
  }
  if (run !== undefined) onRun(run);
  return judgedTo;
}

/** Whether a mark at an index is in place; indices must ascend. Each line is searched once. */
function markFinder(text: string): (index: number) => boolean {
  let line = { end: -1, isRightToLeft: false };
  return (index) => {
    if (MARK.test(text.charAt(index - 1))) return false;
    if (index >= line.end) {
      const end = text.indexOf('\n', index);
      const start = text.lastIndexOf('\n', index) + 1;
      line = { end: end === -1 ? text.length : end, isRightToLeft: false };
      rightToLeft ??= makeRightToLeft();
      line.isRightToLeft = rightToLeft.test(text.slice(start, line.end));
    }
    return line.isRightToLeft;
  };
}

/** A run of more characters is shown as its beginning and a number. */
const MAX_SHOWN = 5;
const SHOWN_OF_LONG = 4;

/**
 * The text with hidden characters in a visible form, as in `\u{e0041}`; the rest of a long run is a number, so
 * that it carries no message. Line ends and tabs stay. At the end of the budget, the invisible characters of
 * the rest are removed, or then the rest itself, with a note.
 */
export function escapeHidden(text: string, budget: HiddenBudget = createHiddenBudget()): string {
  return rewrite(text, budget, escapeRun);
}

/** Replaces each run of hidden characters, however many there are. */
export function replaceHidden(text: string, replace: (run: string) => string): string {
  return rewrite(text, { left: Number.POSITIVE_INFINITY }, replace);
}

function rewrite(text: string, budget: HiddenBudget, replace: (run: string) => string): string {
  let shown = '';
  let end = 0;
  const judgedTo = scanRuns(text, budget, (run) => {
    shown += text.slice(end, run.offset) + replace(run.text);
    end = run.offset + run.text.length;
    return false;
  });
  if (end === 0 && judgedTo === text.length) return text;
  shown += text.slice(end, judgedTo);
  if (judgedTo === text.length) return shown;
  const rest = text.slice(judgedTo);
  budget.left -= rest.length;
  return budget.left < -MAX_STRIPPED
    ? `${shown} [the rest has hidden characters and was left out]`
    : `${shown}${rest.replace(INVISIBLE, '')} [more hidden characters were removed]`;
}

function escapeRun(run: string): string {
  const characters = [...run];
  if (characters.length <= MAX_SHOWN) return characters.map(escapeCharacter).join('');
  const shown = characters.slice(0, SHOWN_OF_LONG).map(escapeCharacter).join('');
  return `${shown}[${characters.length - SHOWN_OF_LONG} more hidden characters]`;
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
