// Reports hidden characters that the registry found in manifest and README.
import { formatCount, toPrintable } from '@prime-registry/command-line';
import type { PublishReceipt } from '@prime-registry/protocol';
import type { Terminal } from '../terminal/terminal.ts';

/** Most places that are shown. */
const MAX_SHOWN = 20;

/** Warns of each place. */
export function reportHidden(
  { count, places }: NonNullable<PublishReceipt['hidden_characters']>,
  terminal: Terminal,
): void {
  const shown = places.slice(0, MAX_SHOWN);
  for (const { path, line, column, character, length } of shown) {
    const what =
      length === 1 ? `the hidden character ${character}` : `${length} hidden characters, ${character} first`;
    terminal.warn(toPrintable(`${path}:${line}:${column}: has ${what}`));
  }
  if (count > shown.length) {
    terminal.warn(`and ${formatCount(count - shown.length, 'more place')} with hidden characters`);
  }
}
