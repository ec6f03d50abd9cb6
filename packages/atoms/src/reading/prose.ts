// Tells sentences from code, in texts that mark neither. In doubt, a text is code: its lines then stay as they were
// written.

/**
 * Characters that sentences outside of quotes rarely have, and header fields. Spaces at the begin of a line end with the line:
 * a run of line ends would be searched again from each of them.
 */
const CODE_CHARACTER =
  /[{}<>=;|\\]|\w\(|\/\/|\S {3,}\S|^[^\S\n\r\u2028\u2029]*(?:[#$@]|[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)+: \S)/m;
const SENTENCE_END = /[.!?:…。！？：]["'”’)\]*_]*$/;
/** Words are rare in scripts without spaces between them. */
const MANY_LETTERS = 12;
const MANY_WORDS = 4;
const CLEARLY_MANY_WORDS = 7;

/** Whether the lines are sentences. */
export function isProse(lines: readonly string[]): boolean {
  const text = lines
    .join('\n')
    .replaceAll(/`[^`\n]*`/g, 'quoted')
    .trim();
  if (CODE_CHARACTER.test(text)) return false;
  const words = text.match(/\p{L}{2,}/gu)?.length ?? 0;
  if (!SENTENCE_END.test(text)) return words >= CLEARLY_MANY_WORDS && /^\p{Lu}/u.test(text);
  const letters = text.match(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/gu);
  return words >= MANY_WORDS || (letters?.length ?? 0) >= MANY_LETTERS;
}

const CODE_LINE =
  /[;{}]\s*$|^\s*(?:\/\/|#!|\$ \S|>>> |<\/?[a-z][^>]*>|(?:async|class|const|def|export|fn|for|fun|func|function|if|import|let|private|public|return|val|var)\b[^.!?]*$)/;

/** Whether lines without any mark can only be code: several, most of them like statements. */
export function isClearlyCode(lines: readonly string[]): boolean {
  const count = lines.filter((line) => CODE_LINE.test(line)).length;
  return lines.length > 1 && count * 3 >= lines.length * 2;
}
