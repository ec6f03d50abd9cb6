// Warnings about what a registry found in a publish.
import { formatCount } from '@prime-registry/command-line';
import type { PublishReceipt } from '@prime-registry/protocol';
import { reportStep } from '../atoms/show-diff.ts';
import type { CommandContext } from '../command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { warnAt } from '../terminal/warn-at.ts';
import type { PublishResult } from './publish-request.ts';

/** Warns of what a receipt says, and returns it for the result. */
export function reportReceipt(
  { url, atoms, secrets, hidden_characters, log }: PublishReceipt,
  { terminal }: CommandContext,
  folder: string | undefined,
): { url: string; additions: Pick<PublishResult, 'step' | 'secrets' | 'hidden_characters' | 'log_index'> } {
  const step = atoms?.step;
  if (secrets !== undefined) reportSecrets(secrets, terminal, folder);
  if (hidden_characters !== undefined) reportHidden(hidden_characters, terminal, folder);
  if (step?.rule.respected === false) reportStep(step.rule, terminal);
  return {
    url,
    additions: {
      ...(step && { step }),
      ...(secrets && { secrets }),
      ...(hidden_characters && { hidden_characters }),
      ...(log && { log_index: log.index }),
    },
  };
}

/** Most places that are shown. */
const MAX_SHOWN = 20;

/**
 * Warns of what looked like a secret to the registry. What the author insisted on is reported as well: the registry does
 * not know of it.
 * @param folder - of the Prime, for annotations
 */
function reportSecrets(
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

/** Warns of hidden characters in manifest and README. */
function reportHidden(
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
