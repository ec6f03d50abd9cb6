// Revokes a token for anyone who has it (RFC 7009), and with it all that come from it.
import type { TokenStore } from '@prime-registry/store';
import { type RequestOrigin, requesterActs } from '../tokens/act.ts';
import { type AuthenticationDeps, authenticateToken } from '../tokens/authenticate-token.ts';

export interface RevocationDeps extends Pick<AuthenticationDeps, 'now'> {
  readonly store: AuthenticationDeps['store'] & Pick<TokenStore, 'revokeToken'>;
}

/**
 * Revokes a token. The token in the operator's environment is not one of them.
 * @throws RegistryError `unauthenticated` for a text that is no valid token
 */
export async function revokePresentedToken(
  { store, now }: RevocationDeps,
  secret: string,
  origin: RequestOrigin,
): Promise<void> {
  const actor = await authenticateToken(
    { store, now, adminToken: undefined, noteUse: () => undefined },
    secret,
  );
  const act = requesterActs('token-revoke', now(), { ...actor, ...origin });
  await store.revokeToken(actor.tokenId, act.atMs, act);
}
