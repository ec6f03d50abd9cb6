// Reports what looked like a secret to the registry. What the author insisted on is reported as well: the
// registry does not know of it.
import { formatCount } from '@prime-registry/command-line';
import type { PublishReceipt } from '@prime-registry/protocol';
import type { Terminal } from '../terminal/terminal.ts';
import { warnAt } from '../terminal/warn-at.ts';

/** Most places that are shown. */
const MAX_SHOWN = 20;

/** Warns of each place. @param folder - of the Prime, for annotations */
export function reportSecrets(
  { count, places, complete }: NonNullable<PublishReceipt['secrets']>,
  terminal: Terminal,
  folder?: string,
): void {
  const shown = places.slice(0, MAX_SHOWN);
  for (const { path, line, column, what, rule } of shown) {
    warnAt(terminal, folder, { path, line, column, message: `has ${what} [${rule}]` });
  }
  if (count > shown.length) terminal.warn(`and ${formatCount(count - shown.length, 'more secret')}`);
  if (count > 0) terminal.warn('everybody who can read the registry can read it: revoke what is a secret');
  if (!complete) terminal.warn('the registry did not scan all files for secrets: there is too much text');
}
