// Shared parts of these routes: dependencies, errors, and the state that they answer with.
import type { Lifecycle, PrimeName } from '@prime-registry/protocol';
import type { BlobReferences, SignatureStore } from '@prime-registry/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LifecycleRequest } from '../../actions/lifecycle/lifecycle-request.ts';
import type { RemovalDeps } from '../../actions/lifecycle/remove-version.ts';
import type { AddSignatureDeps } from '../../actions/signatures/add-signature.ts';
import { requesterOf } from '../../http/requests/authentication.ts';
import type { HoldsToken, JsonBody } from '../../http/requests/json-body.ts';
import { readName } from '../../http/requests/prime-path.ts';
import { readJsonBody } from '../../http/requests/read-json-body.ts';
import { BAD_TOKEN, problems } from '../responses.ts';
import { describeLifecycle } from './describe-lifecycle.ts';

type SignatureMethod =
  | 'addSigner'
  | 'findScopeSigning'
  | 'listSignatures'
  | 'removeSigner'
  | 'setSigningPolicy';

export interface ChangingDeps extends Omit<RemovalDeps, 'inventory'> {
  readonly store: RemovalDeps['store'] &
    AddSignatureDeps['store'] &
    Pick<SignatureStore, SignatureMethod> &
    Pick<BlobReferences, 'listVersionsOfBlob'>;
  readonly withInventory: <T>(work: (inventory: RemovalDeps['inventory']) => Promise<T>) => Promise<T>;
  readonly holdsToken: HoldsToken;
}

/** The errors of all changes. */
export const CHANGE_PROBLEMS = problems(
  [400, 'The body or the path is wrong; errors names each field.'],
  BAD_TOKEN,
  [403, 'The token may not do this, or the Prime belongs to another registry.'],
  [404, 'The Prime, or what is to be changed, is not in this registry.'],
  [410, 'The version was removed.'],
);

/** Who changes which Prime. */
export function readChange(request: FastifyRequest): LifecycleRequest {
  return { actor: requesterOf(request), name: readName(request) };
}

/** The body of a change. */
export function readChangeBody(
  { holdsToken }: Pick<ChangingDeps, 'holdsToken'>,
  request: FastifyRequest,
  reply: FastifyReply,
  example: object,
): Promise<JsonBody> {
  return readJsonBody(request, reply, { holdsToken, example: JSON.stringify(example) });
}

/** The state of a Prime after a change. */
export async function answerLifecycle(
  { store }: Pick<ChangingDeps, 'store'>,
  { full: name }: PrimeName,
): Promise<Lifecycle> {
  const lifecycle = await store.findLifecycle(name);
  return { name, ...(lifecycle && describeLifecycle(lifecycle, { withRemoved: true })) };
}
