// The option that says with which identity a command acts.
import { type Flags, UsageError, valued } from '@prime-registry/command-line';
import type { Environment } from '../command.ts';

/** Where an identity may come from: anywhere, from nowhere, or from one place only. */
const IDENTITY_CHOICES = ['auto', 'none', 'env', 'github', 'circleci', 'buildkite'] as const;

/** One of these. `github` is for Forgejo, too; `env` for PRIME_ID_TOKEN and PRIME_ID_TOKEN_FILE. */
export type IdentityChoice = (typeof IDENTITY_CHOICES)[number];

/** For commands that write. */
export const IDENTITY_OPTION = valued(
  '<where>',
  `Identity of a CI job: ${IDENTITY_CHOICES.join(', ')} (PRIME_IDENTITY); auto by default, none for the stored token`,
);

/** @throws UsageError for another word */
export function readIdentityChoice(flags: Flags, environment: Environment): IdentityChoice {
  const [where, text] =
    typeof flags.identity === 'string'
      ? ['--identity', flags.identity]
      : ['PRIME_IDENTITY', environment.PRIME_IDENTITY || 'auto'];
  const choice = IDENTITY_CHOICES.find((known) => known === text);
  if (choice !== undefined) return choice;
  throw new UsageError(`${where}: '${text}' is not one of ${IDENTITY_CHOICES.join(', ')}`);
}
