// Where an answer goes on. A cursor is bound to what was asked and to the version that was read: with anything else it is
// refused, instead of a page that belongs to something else. The check detects mistakes; it is no secret, because
// anyone who makes up a cursor only reads at another place of what they may read anyway.
import { ToolMistake } from '../mistakes/tool-mistake.ts';

const FORM = /^([0-9]{1,9})-([0-9a-z]{1,7})$/;

/** A cursor. @param subject - what is read, as in the tool, the name and the digest of the version */
export function formatCursor(offset: number, subject: readonly string[]): string {
  return `${offset}-${checkOf(offset, subject)}`;
}

/**
 * The offset of a cursor; 0 without one.
 * @param whatToDo - a sentence for anyone who passes a cursor of something else
 * @throws ToolMistake if this is no cursor of the subject
 */
export function readCursor(
  cursor: string | undefined,
  subject: readonly string[],
  whatToDo = 'Leave the cursor out to begin again.',
): number {
  if (cursor === undefined) return 0;
  const [, digits, check] = FORM.exec(cursor) ?? [];
  if (digits === undefined) {
    throw new ToolMistake(
      `'cursor' is not one: copy it from the 'next' of an answer, as in 20-1x2y3z. ${whatToDo}`,
    );
  }
  const offset = Number(digits);
  if (check === checkOf(offset, subject)) return offset;
  throw new ToolMistake(`'cursor' is of another call: other arguments, or another version. ${whatToDo}`);
}

/** FNV-1a over UTF-16 units, 32 bits, in base 36. */
function checkOf(offset: number, subject: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const unit of JSON.stringify([offset, ...subject])) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
