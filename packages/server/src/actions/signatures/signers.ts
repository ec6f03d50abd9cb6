// The keys that sign for a scope, and whether the scope requires signatures. Anyone who may change them decides what can be
// published there, so it takes an admin token.
import { RegistryError } from '@prime-registry/protocol';
import type { AuditAction, SignatureStore, Signer } from '@prime-registry/store';
import { type Requester, requesterActs } from '../tokens/act.ts';
import { requirePermission, requireScope } from '../tokens/authorize.ts';

export interface SigningDeps {
  readonly store: Pick<SignatureStore, 'addSigner' | 'removeSigner' | 'setSigningPolicy'>;
  readonly now: () => number;
}

export interface SigningRequest {
  readonly actor: Requester;
  readonly scope: string;
}

/** Adds a key that may sign. @throws RegistryError `permission_missing`, `scope_not_allowed`, `invalid_request` */
export async function addSigner(
  deps: SigningDeps,
  request: SigningRequest & { readonly signer: Signer },
): Promise<void> {
  await deps.store.addSigner(request.scope, request.signer, authorize(deps, request, 'signer'));
}

/** Removes a key. @throws RegistryError `permission_missing`, `scope_not_allowed`, `signer_not_found` */
export async function removeSigner(
  deps: SigningDeps,
  request: SigningRequest & { readonly fingerprint: string },
): Promise<void> {
  const { scope, fingerprint } = request;
  if (await deps.store.removeSigner(scope, fingerprint, authorize(deps, request, 'signer'))) return;
  throw new RegistryError('signer_not_found', {
    detail: `${scope} has no key ${fingerprint} that may sign.`,
  });
}

/** Sets whether the scope requires signatures. @throws RegistryError `permission_missing`, `scope_not_allowed` */
export async function setSigningPolicy(
  deps: SigningDeps,
  request: SigningRequest & { readonly requiresSignature: boolean },
): Promise<void> {
  const act = authorize(deps, request, 'signing-policy');
  await deps.store.setSigningPolicy(request.scope, request.requiresSignature, act);
}

function authorize({ now }: SigningDeps, { actor, scope }: SigningRequest, action: AuditAction) {
  requirePermission(actor, 'admin');
  requireScope(actor, scope);
  return requesterActs(action, now(), actor);
}
