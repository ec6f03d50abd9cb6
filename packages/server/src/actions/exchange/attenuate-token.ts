// Exchanges an access token for one that may do less. It ends with the token that it comes from.
import { RegistryError } from '@prime-registry/protocol';
import { type Requester, type RequestOrigin, requesterActs } from '../tokens/act.ts';
import { authenticateToken, digestSecret } from '../tokens/authenticate-token.ts';
import {
  type ExchangeDeps,
  endOf,
  type GivenToken,
  makeExchangedToken,
  requireNarrower,
  type WantedToken,
} from './exchange-deps.ts';

/** How long a token is valid, unless something else is asked for. */
const LIFE_MS = 3_600_000;
/** Longest life of a token, in seconds. */
export const LONGEST_LIFE_S = 86_400;
/** Most tokens between a token and the stored one, or the identity, that it comes from. */
const MAX_ANCESTORS = 8;

export interface AttenuationRequest {
  readonly secret: string;
  readonly wanted: WantedToken;
  readonly origin: RequestOrigin;
}

/**
 * Exchanges a token for one that may do no more and lives no longer.
 * @throws RegistryError `subject_token_invalid`, `token_scope_refused`, `storage_unavailable`
 */
export async function attenuateToken(
  { store, now, noteUse, onExchanged }: ExchangeDeps,
  { secret, wanted, origin }: AttenuationRequest,
): Promise<GivenToken> {
  const actor = { ...(await getActor({ store, now, noteUse }, secret)), ...origin };
  const { ancestors, provenance, ruleId, expiresAtMs: endsAtMs = Number.POSITIVE_INFINITY } = actor;
  if (ancestors.length >= MAX_ANCESTORS)
    throw invalid(`The token was exchanged ${MAX_ANCESTORS} times already; exchange an earlier one.`);
  const nowMs = now();
  const lifeMs = wanted.expiresInS === undefined ? LIFE_MS : wanted.expiresInS * 1000;
  const given = makeExchangedToken({
    ...{ kind: 'attenuated', name: actor.tokenName, ...requireNarrower(actor, wanted.scope) },
    ...{ ancestors: [...ancestors, actor.tokenId], ruleId, provenance },
    ...{ createdAtMs: nowMs, expiresAtMs: endOf(wanted, nowMs, Math.min(nowMs + lifeMs, endsAtMs)) },
  });
  const act = requesterActs('token-attenuate', nowMs, actor);
  await store.insertAttenuatedToken(given.token, digestSecret(given.secret), act);
  onExchanged();
  return given;
}

async function getActor(
  deps: Pick<ExchangeDeps, 'store' | 'now' | 'noteUse'>,
  secret: string,
): Promise<Omit<Requester, keyof RequestOrigin>> {
  try {
    // Not the token of the environment: it is not stored, so nothing could end with it.
    return await authenticateToken({ ...deps, adminToken: undefined }, secret);
  } catch (error) {
    if (!(error instanceof RegistryError) || error.code !== 'unauthenticated') throw error;
    throw invalid(
      `${error.message} The token in the operator's environment cannot be exchanged: create one for this.`,
      error,
    );
  }
}

function invalid(detail: string, cause?: unknown): RegistryError {
  return new RegistryError('subject_token_invalid', { detail }, { cause });
}
