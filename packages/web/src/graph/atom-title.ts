// The name of an atom in pictures: its label, as everywhere else.
import { cutText, shortOf } from '../parts/prime/prime-entries.ts';

const MAX_LENGTH = 160;

/** The label of an atom, on one line and without backticks; without a label, the name in its id. */
export function titleOf({ id, label }: { readonly id: string; readonly label?: string | undefined }): string {
  // Cut first, so that a hostile label costs nothing.
  const line = (label ?? '')
    .slice(0, 4 * MAX_LENGTH)
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return cutText(line === '' ? shortOf(id) : line, MAX_LENGTH);
}
