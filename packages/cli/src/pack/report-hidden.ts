// Reports hidden characters that the registry found in manifest and README.
import { formatCount } from '@prime-registry/command-line';
import type { PublishReceipt } from '@prime-registry/protocol';
import type { Terminal } from '../terminal/terminal.ts';
import { warnAt } from '../terminal/warn-at.ts';

/** Most places that are shown. */
const MAX_SHOWN = 20;

/** Warns of each place. @param folder - of the Prime, for annotations */
export function reportHidden(
  { count, places }: NonNullable<PublishReceipt['hidden_characters']>,
  terminal: Terminal,
  folder?: string,
): void {
  const shown = places.slice(0, MAX_SHOWN);
  for (const { path, line, column, character, length } of shown) {
    const what =
      length === 1 ? `the hidden character ${character}` : `${length} hidden characters, ${character} first`;
    warnAt(terminal, folder, { path, line, column, message: `has ${what}` });
  }
  if (count > shown.length) {
    terminal.warn(`and ${formatCount(count - shown.length, 'more place')} with hidden characters`);
  }
}
