// What several answers about atoms have in common (none of them part of the contract).
import type { AtomDiff, AtomList, PublishReceipt } from '@prime-registry/protocol';
import {
  type Fields,
  findText,
  getCount,
  getFields,
  getFlag,
  getList,
  getText,
  getTexts,
  ShapeError,
} from './fields.ts';

type AtomProblem = NonNullable<AtomList['problems']>[number];

/** The objects of a list. */
export function getObjects<T>(fields: Fields, name: string, read: (item: Fields) => T): T[] {
  return getList(fields, name).map((item) => read(getFields(item)));
}

/** One of some words. */
export function getWord<T extends string>(fields: Fields, name: string, words: readonly T[]): T {
  const text = getText(fields, name);
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  throw new ShapeError(`'${name}' is none of ${words.join(', ')}`);
}

/** A text under a name, when it is there. */
export function optional<Name extends string>(
  fields: Fields,
  name: Name,
): { readonly [key in Name]?: string } {
  const text = findText(fields, name);
  return (text === undefined ? {} : { [name]: text }) as { readonly [key in Name]?: string };
}

/** A count under a name, when it is there. */
export function optionalCount<Name extends string>(
  fields: Fields,
  name: Name,
): { readonly [key in Name]?: number } {
  const isThere = (fields[name] ?? undefined) !== undefined;
  return (isThere ? { [name]: getCount(fields, name) } : {}) as { readonly [key in Name]?: number };
}

/** The field `kinds`. */
export function getKinds(fields: Fields): AtomList['kinds'] {
  return getObjects(fields, 'kinds', (item) => ({
    kind: getText(item, 'kind'),
    count: getCount(item, 'count'),
  }));
}

/** A problem of an atom. */
export function readProblem(fields: Fields): AtomProblem {
  return {
    severity: getWord(fields, 'severity', ['error', 'warning']),
    path: getText(fields, 'path'),
    ...optionalCount(fields, 'line'),
    ...optionalCount(fields, 'column'),
    message: getText(fields, 'message'),
  };
}

/** The field with how much was changed. */
export function getChangeCounts(fields: Fields, name: string): AtomDiff['counts'] {
  const counts = getFields(fields[name]);
  return {
    added: getCount(counts, 'added'),
    removed: getCount(counts, 'removed'),
    changed: getCount(counts, 'changed'),
    edges_gained: getCount(counts, 'edges_gained'),
    edges_lost: getCount(counts, 'edges_lost'),
    removed_verbs: getCount(counts, 'removed_verbs'),
  };
}

/** The field `rule`. */
export function getRule(fields: Fields): AtomDiff['rule'] {
  const rule = getFields(fields.rule);
  return {
    required: getWord(rule, 'required', ['major', 'minor', 'patch', 'none']),
    respected: getFlag(rule, 'respected'),
    ...optional(rule, 'suggestion'),
    message: getText(rule, 'message'),
    reasons: getTexts(rule, 'reasons'),
  };
}

/** What a receipt says of atoms. */
export function readReceiptAtoms(fields: Fields): NonNullable<PublishReceipt['atoms']> {
  const step = (fields.step ?? undefined) === undefined ? undefined : getFields(fields.step);
  return {
    count: getCount(fields, 'count'),
    kinds: getKinds(fields),
    problem_count: getCount(fields, 'problem_count'),
    problems: getObjects(fields, 'problems', readProblem),
    ...(step && {
      step: {
        from: getText(step, 'from'),
        changes: getChangeCounts(step, 'changes'),
        rule: getRule(step),
      },
    }),
  };
}
