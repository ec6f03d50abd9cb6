// What tests of the exchange share: a rule in the registry, and requests to its endpoints.
import { randomUUID } from 'node:crypto';
import type { TrustRule } from '@prime-registry/identity';
import { TOKEN_EXCHANGE } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { Actor, type Answer } from '@prime-registry/testkit';

const ACT = {
  action: 'trust-add',
  atMs: 1,
  ...{ actorId: 'operator', actorName: 'test', address: undefined, requestId: undefined },
} as const;

/** Adds a rule for tokens with `sub` = `job`, unless the draft has other conditions. @returns its name */
export async function trust(
  store: Pick<RegistryStore, 'insertTrustRule' | 'setTrustIssuer'>,
  issuer: string,
  draft: Partial<TrustRule> & { readonly jwksFile?: string; readonly caFile?: string } = {},
): Promise<string> {
  const { jwksFile, caFile, ...fields } = draft;
  const rule: TrustRule = {
    ...{ name: 'releases', preset: 'oidc', issuer, conditions: { sub: 'job' }, pin: [] },
    ...{ may: ['publish', 'yank'], scopes: ['@acme'], primes: [], show: 'names' },
    ...fields,
  };
  await store.setTrustIssuer(
    { issuer, jwksFile, caFile, allowPrivateAddresses: true },
    { ...ACT, action: 'trust-issuer' },
  );
  await store.insertTrustRule({ id: randomUUID(), rule, createdAtMs: 1, createdBy: 'test' }, ACT);
  return rule.name;
}

/** Sends a form. */
export function postForm(
  actor: Actor,
  path: string,
  fields: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
  contentType = 'application/x-www-form-urlencoded',
): Promise<Answer> {
  const body = new URLSearchParams(fields as Record<string, string>).toString();
  return actor.request(path, { method: 'POST', headers: { 'content-type': contentType }, body });
}

/** Exchanges an identity token. */
export function exchangeIdentity(
  actor: Actor,
  token: string,
  further: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const fields = { grant_type: TOKEN_EXCHANGE.grantType, subject_token_type: TOKEN_EXCHANGE.idToken };
  return postForm(actor, '/-/token', { ...fields, subject_token: token, ...further });
}

/** Exchanges an access token. */
export function attenuate(
  actor: Actor,
  token: string,
  further: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const fields = { grant_type: TOKEN_EXCHANGE.grantType, subject_token_type: TOKEN_EXCHANGE.accessToken };
  return postForm(actor, '/-/token', { ...fields, subject_token: token, ...further });
}

/** A user with the token of an answer. @throws Error if the exchange was refused */
export function holderOf(actor: Actor, { status, json, text }: Answer): Actor {
  if (status !== 200) throw new Error(`the exchange was answered with ${status} ${text}`);
  return new Actor(actor.baseUrl, json.access_token);
}

/** An actor with a token that was exchanged for that of another one. */
export async function attenuated(actor: Actor, scope: string): Promise<Actor> {
  return holderOf(actor, await attenuate(actor, actor.token ?? '', { scope }));
}
