// A rule as people write it: the fields of its preset instead of claims, and names with their ids.
import { type FieldProblem, isJsonObject, quote } from '@prime-registry/protocol/basics';
import type { Preset } from '../presets/preset.ts';
import { isPresetName, PRESETS, type PresetName } from '../presets/preset-name.ts';
import { presetOf } from '../presets/presets.ts';
import { findConditionProblem, isCondition } from '../rules/check-condition.ts';
import { findRuleProblems } from '../rules/check-rule.ts';
import { checkRuleForm } from '../rules/check-rule-form.ts';
import type { ClaimCondition, TrustRule } from '../rules/trust-rule.ts';
import { RuleDraft } from './rule-draft.ts';

/** The outcome: a rule, and what the operator should know of it, or what is wrong, by the fields of the input. */
export type DraftedRule =
  | { readonly rule: TrustRule; readonly notes: readonly string[] }
  | { readonly problems: readonly FieldProblem[] };

const COMMON_FIELDS = ['name', 'preset', 'issuer', 'claims', 'pin', 'may', 'scopes', 'primes', 'show'];

/** Makes a rule of what a file or a command says. Every field that is wrong is reported. */
export function draftTrustRule(input: Readonly<Record<string, unknown>>): DraftedRule {
  const { preset: presetName = 'oidc' } = input;
  if (!isPresetName(presetName)) {
    const has = typeof presetName === 'string' ? quote(presetName) : 'it';
    return { problems: [{ field: 'preset', message: `${has} is none of ${PRESETS.join(', ')}` }] };
  }
  const preset = presetOf(presetName);
  const issuer = input.issuer ?? preset.issuer;
  if (issuer === undefined)
    return {
      problems: [
        { field: 'issuer', message: `${preset.title} needs one: 'iss' of its tokens, byte for byte` },
      ],
    };
  const { fields, problems } = readFields(input, [...preset.fields]);
  const draft = new RuleDraft(String(issuer), fields);
  preset.expand(draft);
  const claims = readClaims(input.claims, problems);
  for (const [claim, condition] of claims) draft.require(claim, condition, `claims.${claim}`);
  const conditions = Object.fromEntries(draft.conditions);
  const pin = input.pin === true || input.pin === 'true' ? listPins(presetName, conditions) : [];
  if (![undefined, true, false, 'true', 'false'].includes(input.pin as boolean | string | undefined))
    problems.push({ field: 'pin', message: "it is neither 'true' nor 'false'" });
  const written = {
    ...{ name: input.name ?? nameOf(draft, preset), preset: presetName, issuer, conditions, pin },
    ...{ may: asList(input.may ?? ['publish']), scopes: asList(input.scopes), primes: asList(input.primes) },
    show: input.show ?? 'names',
  };
  // The name of a rule is public, and its usual name is that of a repository.
  if (input.show === 'ids' && input.name === undefined)
    problems.push({
      field: 'name',
      message: 'a rule that shows only ids needs a name that everybody may see',
    });
  problems.push(...draft.problems);
  const { rule, problems: wrong } = checkRuleForm(written);
  problems.push(...wrong);
  // What is missing follows from what is wrong.
  if (rule === undefined || problems.length > 0) return { problems };
  const refused = findRuleProblems(rule);
  return refused.length > 0 ? { problems: refused } : { rule, notes: draft.notes };
}

/** The fields of the preset. */
function readFields(input: Readonly<Record<string, unknown>>, names: readonly string[]) {
  const problems: FieldProblem[] = [];
  const fields = new Map<string, ClaimCondition>();
  for (const [field, value] of Object.entries(input)) {
    if (COMMON_FIELDS.includes(field) || value === undefined) continue;
    if (!names.includes(field)) {
      const known = [...names, ...COMMON_FIELDS].join(', ');
      problems.push({ field, message: `there is no such field; there are ${known}` });
    } else if (isCondition(value)) fields.set(field, value);
    else problems.push({ field, message: findConditionProblem(value) ?? 'it is no condition' });
  }
  return { fields, problems };
}

function readClaims(value: unknown, problems: FieldProblem[]): [string, ClaimCondition][] {
  if (value === undefined) return [];
  if (!isJsonObject(value)) {
    const message = 'write one condition for each claim, as in claims: {sub: deploy}';
    problems.push({ field: 'claims', message });
    return [];
  }
  return Object.entries(value).filter((entry): entry is [string, ClaimCondition] => {
    const [claim, condition] = entry;
    const message = findConditionProblem(condition);
    if (message !== undefined) problems.push({ field: `claims.${claim}`, message });
    return message === undefined;
  });
}

/** Ids whose names are conditions, and that are none themselves: the one that says most. */
function listPins(preset: PresetName, conditions: Readonly<Record<string, ClaimCondition>>): string[] {
  const { immutable } = presetOf(preset);
  const found = Object.entries(immutable).find(([, names]) =>
    names?.every((name) => typeof conditions[name] === 'string'),
  );
  return found === undefined ? [Object.keys(immutable)[0] ?? 'sub'] : [found[0]];
}

/** What a rule is called if nobody says: whose jobs, and which. */
function nameOf(draft: RuleDraft, { subject }: Preset): string | undefined {
  const text = subject === undefined ? undefined : (draft.find(subject) ?? draft.find('owner'));
  const workflow = draft.find('workflow');
  const parts = [text, workflow]
    .filter((part) => typeof part === 'string')
    .map((part) => part.replace(/@[0-9a-f-]+$/, ''));
  return parts.length === 0 ? undefined : parts.join(' ').slice(0, 100).trim();
}

function asList(value: unknown): unknown {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
