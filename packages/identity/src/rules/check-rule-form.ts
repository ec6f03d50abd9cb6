// The fields of a rule, and what they may contain.
import {
  type FieldProblem,
  findHiddenInLine,
  isJsonObject,
  type Parsed,
  PERMISSIONS,
  type Permission,
  parsePrimeName,
  parseScope,
  quote,
  toCanonicalJson,
} from '@prime-registry/protocol';
import { isPresetName, PRESETS } from '../presets/preset-name.ts';
import { findConditionProblem } from './check-condition.ts';
import { findIssuerFormProblem } from './issuer-form.ts';
import type { TrustRule } from './trust-rule.ts';

/** Most characters of the name of a rule. */
const MAX_NAME_LENGTH = 100;
/** Most conditions of a rule, and most texts of one condition. */
const MAX_CONDITIONS = 32;
const MAX_CLAIM_LENGTH = 128;
/** Most scopes and most Primes of a rule. */
const MAX_NAMES = 100;
/** Largest rule, in bytes of its canonical form: it becomes part of an entry of the log. */
const MAX_RULE_BYTES = 8 * 1024;

const FIELDS = ['name', 'preset', 'issuer', 'conditions', 'pin', 'may', 'scopes', 'primes', 'show'];

/** The outcome: a rule whose form is right, or what is wrong with it. */
export interface CheckedForm {
  readonly rule: TrustRule | undefined;
  readonly problems: readonly FieldProblem[];
}

/** Checks the form of a rule. Whether its preset accepts it is another question. */
export function checkRuleForm(input: unknown): CheckedForm {
  if (!isJsonObject(input))
    return { rule: undefined, problems: [{ field: 'rule', message: 'it is not an object' }] };
  const problems: FieldProblem[] = [];
  const report = (field: string, message: string | undefined): void => {
    if (message !== undefined) problems.push({ field, message });
  };
  for (const field of Object.keys(input))
    if (!FIELDS.includes(field)) report(field, `there is no such field; there are ${FIELDS.join(', ')}`);
  const { name, preset, issuer, conditions, pin, may, scopes, primes, show } = input;
  report('name', findNameProblem(name));
  if (!isPresetName(preset)) report('preset', `it is none of ${PRESETS.join(', ')}`);
  report('issuer', findIssuerFormProblem(issuer));
  checkConditions(conditions, report);
  checkTexts('pin', pin, report);
  checkTexts('may', may, report, findPermissionProblem);
  if (Array.isArray(may) && may.length === 0) report('may', 'at least one permission is needed');
  checkTexts('scopes', scopes, report, (text) => messageOf(parseScope(text)));
  checkTexts('primes', primes, report, (text) => messageOf(parsePrimeName(text)));
  if ([scopes, primes].every((names) => Array.isArray(names) && names.length === 0))
    report('scopes', 'at least one scope or one Prime is needed');
  if (show !== 'names' && show !== 'ids') report('show', "it is neither 'names' nor 'ids'");
  if (problems.length > 0) return { rule: undefined, problems };
  const rule = input as unknown as TrustRule;
  const { length } = Buffer.from(toCanonicalJson(rule));
  if (length > MAX_RULE_BYTES) {
    report('rule', `it has ${length} bytes; at most ${MAX_RULE_BYTES} are allowed`);
    return { rule: undefined, problems };
  }
  return { rule, problems };
}

type Report = (field: string, message: string | undefined) => void;

function findNameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_LENGTH)
    return `it is not a text of 1 to ${MAX_NAME_LENGTH} characters`;
  return name === name.trim() && findHiddenInLine(name) === undefined
    ? undefined
    : 'it has spaces around it, or invisible characters';
}

function checkConditions(conditions: unknown, report: Report): void {
  if (!isJsonObject(conditions)) {
    report('conditions', 'it is not an object');
    return;
  }
  const entries = Object.entries(conditions);
  if (entries.length > MAX_CONDITIONS) report('conditions', `there are more than ${MAX_CONDITIONS}`);
  for (const [claim, condition] of entries) {
    if (claim === '' || claim.length > MAX_CLAIM_LENGTH || findHiddenInLine(claim) !== undefined)
      report('claims', `${quote(claim)} is not the name of a claim`);
    report(`claims.${claim}`, findConditionProblem(condition));
  }
}

function checkTexts(
  field: string,
  value: unknown,
  report: Report,
  findProblem: (text: string) => string | undefined = () => undefined,
): void {
  if (!Array.isArray(value) || !value.every((text) => typeof text === 'string')) {
    report(field, 'it is not a list of texts');
    return;
  }
  if (value.length > MAX_NAMES) report(field, `there are more than ${MAX_NAMES}`);
  if (new Set(value).size < value.length) report(field, 'one of them is there twice');
  for (const text of value) report(field, findProblem(text));
}

function findPermissionProblem(text: string): string | undefined {
  const given = PERMISSIONS.filter((permission) => permission !== 'admin');
  return given.includes(text as Exclude<Permission, 'admin'>)
    ? undefined
    : `${quote(text)} is none of ${given.join(', ')}`;
}

function messageOf(parsed: Parsed<unknown>): string | undefined {
  return parsed.ok ? undefined : parsed.message;
}
