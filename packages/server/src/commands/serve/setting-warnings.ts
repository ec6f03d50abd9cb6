// Warnings about settings that are valid, but perhaps not intended.
import { ADMIN_TOKEN_VARIABLE } from '../../config/access.ts';
import { findUnknownVariables } from '../../config/load-settings.ts';

const SHORTEST_TOKEN = 16;

const MISNAMED_TOKEN = 'PRIME_TOKEN';

/** What to say when {@link hasMisnamedToken}. */
export const MISNAMED_TOKEN_WARNING = `${MISNAMED_TOKEN} is not read: the token of the registry is ${ADMIN_TOKEN_VARIABLE}`;

/** Whether a variable is set that people try for the token. */
export function hasMisnamedToken(environment: Readonly<Record<string, string | undefined>>): boolean {
  return (environment[MISNAMED_TOKEN] ?? '') !== '';
}

/** Logs the warnings. */
export function warnOfSettings(
  environment: NodeJS.ProcessEnv,
  adminToken: string | undefined,
  warn: (fields: object, message: string) => void,
): void {
  for (const name of findUnknownVariables(environment)) warn({ name }, 'no setting has this variable');
  if (adminToken === undefined && hasMisnamedToken(environment)) {
    warn({ name: MISNAMED_TOKEN }, MISNAMED_TOKEN_WARNING);
  }
  if (adminToken !== undefined && adminToken.length < SHORTEST_TOKEN) {
    warn({}, 'PRIME_REGISTRY_TOKEN is short enough to be guessed; use 32 random characters');
  }
}
