// A lock file in which git has left a conflict.
import { ValidationError } from '../../errors/validation-error.ts';

/** The conflict markers of git. */
const CONFLICT_MARK = /^(?:<{7}|={7}|\|{7}|>{7})(?=[ \n])/m;

/** @throws ValidationError with the line of the conflict */
export function requireMerged(path: string, text: string): void {
  const mark = CONFLICT_MARK.exec(text);
  if (mark === null) return;
  const message = `'${mark[0]}' is a conflict marker of git: keep the entries of both sides, or one of two with the same name, remove the markers, and run 'prime install'`;
  const line = text.slice(0, mark.index).split('\n').length;
  throw new ValidationError(`${path} has a merge conflict`, [{ field: 'file', message, line, column: 1 }]);
}
