// Warnings about settings that are valid, but perhaps not intended.
import { findUnknownVariables } from '../../config/load-settings.ts';

const SHORTEST_TOKEN = 16;

/** Logs the warnings. */
export function warnOfSettings(
  environment: NodeJS.ProcessEnv,
  adminToken: string | undefined,
  warn: (fields: object, message: string) => void,
): void {
  for (const name of findUnknownVariables(environment)) warn({ name }, 'no setting has this variable');
  if (adminToken !== undefined && adminToken.length < SHORTEST_TOKEN) {
    warn({}, 'PRIME_REGISTRY_TOKEN is short enough to be guessed; use 32 random characters');
  }
}
