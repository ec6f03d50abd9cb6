// Dependencies of the routes of tokens.
import { RegistryError } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExchangeDeps } from '../../actions/exchange/exchange-deps.ts';

export interface ExchangingDeps extends ExchangeDeps {
  /** Counts a failed authentication. @returns the error to answer with */
  readonly countFailure: (
    request: FastifyRequest,
    reply: FastifyReply,
    error: RegistryError,
  ) => RegistryError;
}

/** @throws RegistryError `exchange_not_configured` without a public address */
export function requireAudience({ audience }: Pick<ExchangeDeps, 'audience'>): string {
  if (audience !== '') return audience;
  throw new RegistryError('exchange_not_configured', {
    detail:
      'This registry has no public address, and so no identity token can be for it: its operator can set public-url.',
  });
}
