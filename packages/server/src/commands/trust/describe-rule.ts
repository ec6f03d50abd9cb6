// A trust rule as commands print it.
import { applyPins, describeCondition } from '@prime-registry/identity';
import { formatTimestamp } from '@prime-registry/protocol/basics';
import type { StoredTrustRule } from '@prime-registry/store';

/** Describes a rule for programs. What is pinned is one of its conditions. */
export function describeRule({ rule, pinned, createdAtMs, createdBy, lastUsedAtMs }: StoredTrustRule) {
  const { name, preset, issuer, conditions, pin, may, scopes, primes, show } = applyPins(rule, pinned);
  return {
    ...{ name, preset, issuer, conditions, pin, may, scopes, primes, show },
    pinned: pinned ?? null,
    created_at: formatTimestamp(createdAtMs),
    created_by: createdBy,
    last_used_at: lastUsedAtMs === undefined ? null : formatTimestamp(lastUsedAtMs),
  };
}

/** The conditions of a rule, one a line: claim, and what it must be. */
export function listConditions({ rule, pinned }: Pick<StoredTrustRule, 'rule' | 'pinned'>): string[][] {
  const { conditions, pin } = applyPins(rule, pinned);
  return [
    ...Object.entries(conditions).map(([claim, condition]) => [claim, describeCondition(condition)]),
    ...pin.map((claim) => [claim, 'whatever the first job has']),
  ];
}
