// Reports what looked like a secret to the registry. What the author insisted on is reported as well: the
// registry does not know of it.
import { formatCount, toPrintable } from '@prime-registry/command-line';
import type { PublishReceipt } from '@prime-registry/protocol';
import type { Terminal } from '../terminal/terminal.ts';

/** Most places that are shown. */
const MAX_SHOWN = 20;

/** Warns of each place. */
export function reportSecrets(
  { count, places, complete }: NonNullable<PublishReceipt['secrets']>,
  terminal: Terminal,
): void {
  const shown = places.slice(0, MAX_SHOWN);
  for (const { path, line, column, what, rule } of shown) {
    terminal.warn(toPrintable(`${path}:${line}:${column}: has ${what} [${rule}]`));
  }
  if (count > shown.length) terminal.warn(`and ${formatCount(count - shown.length, 'more secret')}`);
  if (count > 0) terminal.warn('everybody who can read the registry can read it: revoke what is a secret');
  if (!complete) terminal.warn('the registry did not scan all files for secrets: there is too much text');
}
