// Finds the rule that trusts an identity.
import { type Assertion, findRule, type RuleRefusal } from '@prime-registry/identity';
import { quote, RegistryError } from '@prime-registry/protocol';
import type { Act, AuditAction } from '@prime-registry/store';
import type { RequestOrigin } from '../tokens/act.ts';
import type { ExchangeDeps } from './exchange-deps.ts';
import { type EffectiveRule, toEffective } from './verify-identity.ts';

/** Who asks, for the audit log. */
interface Identity {
  readonly description: string;
  readonly origin: RequestOrigin;
}

/** @throws RegistryError `identity_not_trusted` */
export async function getTrustingRule(
  deps: Pick<ExchangeDeps, 'store' | 'now'>,
  rules: readonly EffectiveRule[],
  assertion: Assertion,
  identity: Identity,
): Promise<EffectiveRule> {
  const found = findRule(
    rules.map(({ rule }) => rule),
    assertion,
  );
  if (!('rule' in found)) throw notTrusted(identity, found.refusals);
  const effective = rules.find(({ rule }) => rule === found.rule);
  if (effective === undefined) throw new Error('the rule that was found is one of the rules');
  if (Object.keys(found.pins).length === 0) return effective;
  const act = identityActs('trust-pin', deps.now(), `rule ${effective.rule.name}`, identity);
  const pinned = await deps.store.pinTrustRule(effective.stored.id, found.pins, act);
  // It was removed in the meantime.
  if (pinned === undefined) throw notTrusted(identity, []);
  // Another identity may have been faster.
  return getTrustingRule(deps, [toEffective(pinned)], assertion, identity);
}

function notTrusted({ description }: Identity, refusals: readonly RuleRefusal[]): RegistryError {
  const [first] = refusals;
  const detail =
    first === undefined
      ? `No rule of this registry trusts this identity (${description}).`
      : `The registry trusts this identity (${description}), but not all of it: the rule ${quote(first.rule)} wants ` +
        `${first.claim} to be ${first.wants}, and it is ${first.has === undefined ? 'missing' : quote(first.has)}.`;
  return new RegistryError('identity_not_trusted', {
    detail,
    ...(refusals.length > 0 && {
      extensions: {
        prime_refusals: refusals.map(({ rule, claim, wants, has = null }) => ({ rule, claim, wants, has })),
      },
    }),
  });
}

/** The audit log entry of what an identity does. */
export function identityActs(
  action: AuditAction,
  atMs: number,
  actorId: string,
  { description, origin }: Identity,
): Act {
  return { action, atMs, actorId, actorName: description, ...origin };
}
