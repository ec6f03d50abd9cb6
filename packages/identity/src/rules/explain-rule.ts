// Why a rule does not allow an identity: every condition, and what the preset never accepts.
import type { Assertion } from '../assertion/verify-assertion.ts';
import { type Claims, textOfClaim } from '../claims/claims.ts';
import type { Preset } from '../presets/preset.ts';
import { presetOf, readClaims } from '../presets/presets.ts';
import type { ClaimCondition, TrustRule } from './trust-rule.ts';

/** Why a rule does not allow an identity. */
export interface RuleRefusal {
  readonly rule: string;
  readonly claim: string;
  /** What the rule wants of the claim, for people. */
  readonly wants: string;
  /** The text of the claim; undefined if it has none. */
  readonly has: string | undefined;
}

/** What a rule makes of an identity. */
export interface RuleExplanation {
  /** Empty if the rule allows it. */
  readonly refusals: readonly RuleRefusal[];
  /** Whether the identity is known to be the one that the rule means, so that its owner may see the rest. */
  readonly isMeant: boolean;
  /** Conditions that this first use adds to the rule. */
  readonly pins: Readonly<Record<string, string>>;
}

/** Compares a rule with an identity of its issuer. */
export function explainRule(rule: TrustRule, { claims }: Pick<Assertion, 'claims'>): RuleExplanation {
  const preset = presetOf(rule.preset);
  const read = readClaims(rule.preset, claims);
  const pins = rule.pin.map((claim) => ({ claim, text: textOfClaim(read, claim) }));
  const refusals = [
    ...Object.entries(rule.conditions).flatMap(([claim, condition]) => {
      const has = textOfClaim(read, claim);
      return has !== undefined && isMet(condition, has)
        ? []
        : { claim, wants: describeCondition(condition), has };
    }),
    ...pins.flatMap(({ claim, text }) => (text ? [] : { claim, wants: 'any text, to pin it', has: text })),
    ...findDangers(rule, preset, read),
  ];
  return {
    refusals: refusals.map((refusal) => ({ rule: rule.name, ...refusal })),
    isMeant: isMeant(rule, preset, read),
    pins: Object.fromEntries(pins.map(({ claim, text = '' }) => [claim, text])),
  };
}

/** What the preset refuses whatever the rule says. */
function findDangers({ conditions }: TrustRule, { triggers, forbidden = {} }: Preset, claims: Claims) {
  const dangers = Object.entries(forbidden).flatMap(([claim, text]) =>
    textOfClaim(claims, claim) === text ? { claim, wants: `anything but ${text}`, has: text } : [],
  );
  if (triggers === undefined) return dangers;
  const { claim, never, ifNamed } = triggers;
  const has = textOfClaim(claims, claim);
  if (has === undefined) return [...dangers, { claim, wants: 'an event', has }];
  // A condition on the claim was compared with the others.
  const isDangerous = never.includes(has) || (ifNamed.test(has) && !Object.hasOwn(conditions, claim));
  const wants = never.includes(has) ? `never ${has}` : `another event, or a rule that names ${has}`;
  return isDangerous ? [...dangers, { claim, wants, has }] : dangers;
}

/** Only who has an id that a rule names may learn what else it wants. */
function isMeant({ conditions }: TrustRule, { immutable }: Preset, claims: Claims): boolean {
  const known = Object.keys(immutable);
  // An issuer without known ids: its subject is the most that is known about an identity.
  const ids = (known.length === 0 ? ['sub'] : known).filter((claim) => Object.hasOwn(conditions, claim));
  return (
    ids.length > 0 &&
    ids.every((claim) => {
      const condition = conditions[claim];
      const has = textOfClaim(claims, claim);
      return condition !== undefined && has !== undefined && isMet(condition, has);
    })
  );
}

/**
 * Whether the text of a claim is what a condition wants: equal, one of several, with a beginning. Nothing else: a rule must be
 * readable by anyone who has to answer for it, and take the same time for every token.
 */
function isMet(condition: ClaimCondition, text: string): boolean {
  if (typeof condition === 'string') return text === condition;
  return 'prefix' in condition ? text.startsWith(condition.prefix) : condition.includes(text);
}

/** What a condition wants, for people. */
export function describeCondition(condition: ClaimCondition): string {
  if (typeof condition === 'string') return condition === '' ? 'an empty text' : condition;
  return 'prefix' in condition ? `${condition.prefix}…` : condition.join(' or ');
}
