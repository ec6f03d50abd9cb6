// Warnings about what a registry found in a publish.
import type { PublishReceipt } from '@prime-registry/protocol';
import { reportStep } from '../atoms/show-diff.ts';
import type { CommandContext } from '../command.ts';
import { reportHidden } from '../pack/report-hidden.ts';
import { reportSecrets } from '../pack/report-secrets.ts';
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
