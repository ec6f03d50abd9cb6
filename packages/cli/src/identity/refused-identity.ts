// Says why a registry refused an identity: which rule, which claim, what the rule wants and what the job has.
import { RegistryRequestError } from '@prime-registry/client';
import { CommandError } from '../errors/command-error.ts';
import type { IdentitySource } from './identity-source.ts';

/** The error of an exchange, with advice; errors that are not about the identity stay as they are. */
export function explainRefusal(error: unknown, { label }: IdentitySource): unknown {
  if (!(error instanceof RegistryRequestError) || error.reason !== 'status') return error;
  const { status, code, refusals, message } = error;
  if (status === undefined || status >= 500 || status === 429) return error;
  const problems = refusals.map(({ rule, claim, wants, has }) => ({
    field: `rule '${rule}'`,
    message: `${claim} wants ${wants}, has ${has ?? 'no such claim'}`,
  }));
  return new CommandError(`the identity of ${label} was refused. ${message}`, {
    cause: error,
    code: code ?? 'identity_refused',
    problems,
    hint: findHint(code),
  });
}

function findHint(code: string | undefined): string {
  if (code === 'assertion_used')
    return 'the token of this job was used by somebody else, or on another machine; let the job run again';
  return "the operator sees why with 'prime-registry trust test', and allows it with 'prime-registry trust add'; '--identity none' uses the token of 'prime login' instead";
}
