// Whether a preset accepts a rule: an id that never changes hands, no condition that is worth nothing, no dangerous trigger.
import { type FieldProblem, quote } from '@prime-registry/protocol/basics';
import { findOwner, presetOf } from '../presets/presets.ts';
import type { ClaimCondition, TrustRule } from './trust-rule.ts';

/** Claims that are verified before rules are read. */
const VERIFIED: readonly string[] = ['iss', 'aud', 'exp', 'nbf', 'iat', 'jti'];

/** What the preset has against a rule whose form is right; empty if nothing. */
export function findRuleProblems(rule: TrustRule): FieldProblem[] {
  return [
    ...findIssuerProblems(rule),
    ...findConditionProblems(rule),
    ...findTriggerProblems(rule),
    ...findPinProblems(rule),
    ...findMissingId(rule),
  ];
}

function findIssuerProblems({ issuer, preset }: TrustRule): FieldProblem[] {
  const owner = findOwner(issuer);
  if (owner !== undefined && owner !== preset)
    return [{ field: 'preset', message: `${quote(issuer)} is an issuer of the preset '${owner}'; use it` }];
  const { issuer: usual, owns, title } = presetOf(preset);
  if (usual === undefined && owns !== undefined && owner === undefined)
    return [{ field: 'issuer', message: `${quote(issuer)} is not an issuer of ${title}` }];
  return [];
}

function findConditionProblems({ conditions, preset }: TrustRule): FieldProblem[] {
  const { immutable, required = {}, refused = {} } = presetOf(preset);
  const problems: FieldProblem[] = [];
  for (const [claim, condition] of Object.entries(conditions)) {
    const why = Object.hasOwn(refused, claim) ? refused[claim] : undefined;
    if (VERIFIED.includes(claim))
      problems.push(problemOf(claim, 'it is verified for every token, and cannot be a condition'));
    if (why !== undefined) problems.push(problemOf(claim, `no rule may depend on it: ${why}`));
    if (Object.hasOwn(immutable, claim) && isPrefix(condition))
      problems.push(problemOf(claim, 'an id must be the whole text, not a prefix'));
  }
  for (const [claim, why] of Object.entries(required)) {
    const condition = Object.hasOwn(conditions, claim) ? conditions[claim] : undefined;
    if (condition === undefined) problems.push(problemOf(claim, `it must be a condition: ${why}`));
    else if (isPrefix(condition)) problems.push(problemOf(claim, `it must be the whole text: ${why}`));
  }
  if (Object.keys(conditions).length === 0)
    problems.push({ field: 'claims', message: 'a rule without conditions would trust everybody' });
  return problems;
}

function findTriggerProblems({ conditions, preset }: TrustRule): FieldProblem[] {
  const { triggers } = presetOf(preset);
  const condition =
    triggers && Object.hasOwn(conditions, triggers.claim) ? conditions[triggers.claim] : undefined;
  if (triggers === undefined || condition === undefined) return [];
  if (isPrefix(condition)) return [problemOf(triggers.claim, 'name the events, not a prefix of them')];
  return [condition]
    .flat()
    .filter((event) => triggers.never.includes(String(event)))
    .map((event) =>
      problemOf(triggers.claim, `${event} can run the code of strangers, and is never accepted`),
    );
}

function findPinProblems({ conditions, pin, preset }: TrustRule): FieldProblem[] {
  const { immutable, title } = presetOf(preset);
  return pin.flatMap((claim) => {
    const names = Object.hasOwn(immutable, claim) ? immutable[claim] : undefined;
    if (names === undefined)
      return { field: 'pin', message: `${quote(claim)} of ${title} cannot be pinned at the first use` };
    if (Object.hasOwn(conditions, claim))
      return { field: 'pin', message: `${quote(claim)} is a condition already, so there is nothing to pin` };
    const missing = names.find((name) => typeof conditions[name] !== 'string');
    return missing === undefined
      ? []
      : {
          field: 'pin',
          message: `without a condition on ${quote(missing)}, anybody could be the first to use the rule`,
        };
  });
}

function findMissingId({ conditions, pin, preset }: TrustRule): FieldProblem[] {
  const { immutable, subject = 'claims', example, title } = presetOf(preset);
  const ids = Object.keys(immutable);
  if (ids.length === 0 || ids.some((claim) => Object.hasOwn(conditions, claim) || pin.includes(claim)))
    return [];
  const canPin = Object.values(immutable).some((names) => names !== undefined);
  const orPin = canPin ? ", or pin it at the first use with 'pin: true' (--pin)" : '';
  return [
    {
      field: subject,
      message: `a name of ${title} can be taken over, an id cannot: add ${ids.join(' or ')}, as in '${example}'${orPin}`,
    },
  ];
}

function isPrefix(condition: ClaimCondition): boolean {
  return typeof condition === 'object' && 'prefix' in condition;
}

function problemOf(claim: string, message: string): FieldProblem {
  return { field: `claims.${claim}`, message };
}
