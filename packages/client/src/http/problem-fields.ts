// Reads fields of an error response. The registry's text is not trusted: it is cut to bounded lines.
import { type FieldProblem, isJsonObject } from '@prime-registry/protocol';
import type { IdentityRefusal } from '../registry-request-error.ts';
import { singleLine } from '../single-line.ts';

const MAX_FIELD_PROBLEMS = 50;

export type ProblemFields = Readonly<Record<string, unknown>>;

/** What is wrong with fields of the request. */
export function readFieldProblems(value: unknown): FieldProblem[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_FIELD_PROBLEMS).flatMap((entry: unknown) => {
    if (!isJsonObject(entry) || typeof entry.field !== 'string' || typeof entry.message !== 'string')
      return [];
    const { line, column } = entry;
    return {
      field: singleLine(entry.field, 100),
      message: singleLine(entry.message),
      ...(isPosition(line) && { line }),
      ...(isPosition(column) && { column }),
    };
  });
}

/** Why each rule refused an identity. */
export function readRefusals(value: unknown): IdentityRefusal[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_FIELD_PROBLEMS).flatMap((entry: unknown) => {
    if (!isJsonObject(entry)) return [];
    const { rule, claim, wants, has } = entry;
    if (typeof rule !== 'string' || typeof claim !== 'string' || typeof wants !== 'string') return [];
    return {
      ...{ rule: singleLine(rule, 100), claim: singleLine(claim, 100), wants: singleLine(wants) },
      has: typeof has === 'string' ? singleLine(has) : undefined,
    };
  });
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

/** The text in a field, if it has the form. */
export function findText(fields: ProblemFields, name: string, form: RegExp): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? findMatch(value, form) : undefined;
}

export function findMatch(text: string, form: RegExp): string | undefined {
  return form.test(text) ? text : undefined;
}
