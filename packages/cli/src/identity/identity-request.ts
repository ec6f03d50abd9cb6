// A request for the identity token of a CI job, and its failure.
import type { RegistryFetch } from '@prime-registry/client';
import type { Environment } from '../command.ts';
import { CommandError } from '../errors/command-error.ts';

/** What a token is requested with. */
export interface IdentityRequest {
  readonly environment: Environment;
  /** The only audience that the token may have. */
  readonly audience: string;
  readonly signal: AbortSignal;
  readonly fetch: RegistryFetch;
}

/** How long a runner may take, in milliseconds. */
export const TIMEOUT_MS = 30_000;

/** The error if there is no token. */
export function unavailable(message: string, cause?: unknown): CommandError {
  return new CommandError(message, {
    cause,
    code: 'identity_unavailable',
    hint: "'--identity none' uses the token of 'prime login' instead",
  });
}
