// Requests that change who signs for a scope, and their answer.
import { RegistryError, type ScopeSigners } from '@prime-registry/protocol';
import { fingerprintOf, formatPublicKey, parsePublicKey } from '@prime-registry/sshsig';
import type { Signer } from '@prime-registry/store';
import type { FastifyRequest } from 'fastify';
import type { SigningRequest } from '../../actions/signatures/signers.ts';
import { requesterOf } from '../../http/requests/authentication.ts';
import { readScope } from '../../http/requests/prime-path.ts';
import type { ChangingDeps } from '../lifecycle/lifecycle-answer.ts';
import { BAD_TOKEN, problems } from '../responses.ts';
import { describeSigners } from './describe-signatures.ts';

/** The errors of all these requests. */
export const CHANGE_PROBLEMS = problems(
  [400, 'The body or the path is wrong; errors names each field.'],
  BAD_TOKEN,
  [403, 'The token may not do this.'],
);

/** Who changes which scope. */
export function readChange(request: FastifyRequest): SigningRequest {
  return { actor: requesterOf(request), scope: readScope(request) };
}

/** The fingerprint in the path; `SHA256:` before it and Base 64 are accepted. @throws RegistryError `invalid_request` */
export function readFingerprint(request: FastifyRequest): string {
  const { fingerprint: given = '' } = request.params as { readonly fingerprint?: string };
  const digest = given
    .replace(/^SHA256:/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  const fingerprint = `SHA256:${digest}`;
  if (/^[A-Za-z0-9+/]{43}$/.test(digest)) return fingerprint;
  throw invalid('fingerprint', 'is none in the path: it has 43 characters of base64url, without SHA256:');
}

/** The signer in a body. @throws RegistryError `invalid_request` */
export function toSigner(line: string, fingerprint: string, principal: string | undefined): Signer {
  const key = parsePublicKey(line);
  if (!key.ok) throw invalid('key', key.message);
  if (fingerprintOf(key.value) !== fingerprint)
    throw invalid('fingerprint', `in the path is not that of the key, ${fingerprintOf(key.value)}`);
  return { fingerprint, key: formatPublicKey(key.value), principal };
}

/** The keys of the scope after the change. */
export async function answerSigners(
  { store }: Pick<ChangingDeps, 'store'>,
  { scope }: SigningRequest,
): Promise<ScopeSigners> {
  return describeSigners(scope, await store.findScopeSigning(scope));
}

function invalid(field: string, message: string): RegistryError {
  return new RegistryError('invalid_request', {
    detail: `The request cannot be read. ${field}: ${message}.`,
    errors: [{ field, message }],
  });
}
