// Checks one argument of a call.
import { findSimilar, quote } from '@prime-registry/protocol';
import type { Argument } from './argument.ts';
import { isRequired } from './input-schema.ts';

type Checked = { readonly value: unknown } | { readonly problem: string };

/** Checks the value of an argument, given or not. */
export function checkArgument(argument: Argument, given: unknown): Checked {
  if (given === undefined || given === null || (given === '' && !isRequired(argument))) {
    return checkAbsent(argument);
  }
  switch (argument.type) {
    case 'text':
      return checkText(given, argument.maxLength);
    case 'choice':
      return checkChoice(given, argument.values);
    case 'number':
      return checkNumber(given, argument.minimum, argument.maximum);
    case 'flag':
      return typeof given === 'boolean'
        ? { value: given }
        : { problem: `must be true or false, not ${nameType(given)}` };
    case 'list':
      return checkList(given, argument.maxItems, argument.maxLength);
  }
}

function checkAbsent(argument: Argument): Checked {
  const { type, description } = argument;
  if (isRequired(argument)) return { problem: `is missing${description === '' ? '' : `: ${description}`}` };
  if (type === 'choice') return { value: argument.values[0] };
  if (type === 'number') return { value: argument.default };
  return { value: type === 'flag' ? false : undefined };
}

function checkText(given: unknown, maxLength: number): Checked {
  if (typeof given !== 'string') return { problem: `must be a text, not ${nameType(given)}` };
  const text = given.trim();
  if (text === '') return { problem: 'is empty' };
  if (text.length <= maxLength) return { value: text };
  return { problem: `has ${text.length} characters; at most ${maxLength} are allowed` };
}

function checkChoice(given: unknown, values: readonly string[]): Checked {
  if (typeof given === 'string' && values.includes(given)) return { value: given };
  const listed = values.map((value) => `'${value}'`).join(', ');
  if (typeof given !== 'string') return { problem: `must be one of ${listed}, not ${nameType(given)}` };
  const similar = findSimilar(given.toLowerCase(), values);
  const hint = similar === undefined ? '' : `; did you mean '${similar}'?`;
  return { problem: `must be one of ${listed}, not ${quote(given)}${hint}` };
}

function checkNumber(given: unknown, minimum: number, maximum: number): Checked {
  const wanted = `must be a whole number from ${minimum} to ${maximum}`;
  if (typeof given !== 'number') return { problem: `${wanted}, not ${nameType(given)}` };
  if (Number.isInteger(given) && given >= minimum && given <= maximum) return { value: given };
  return { problem: `${wanted}, not ${given}` };
}

function checkList(given: unknown, maxItems: number, maxLength: number): Checked {
  if (!Array.isArray(given)) return { problem: `must be a list of texts, not ${nameType(given)}` };
  if (given.length === 0) return { problem: 'is an empty list' };
  if (given.length > maxItems) {
    return { problem: `has ${given.length} items; at most ${maxItems} are allowed in one call` };
  }
  const items: string[] = [];
  for (const [index, item] of given.entries()) {
    const checked = checkText(item, maxLength);
    if ('problem' in checked) return { problem: `item ${index + 1} ${checked.problem}` };
    items.push(String(checked.value));
  }
  return { value: items };
}

/** What was given, for a model. */
export function nameType(given: unknown): string {
  if (given === null) return 'null';
  if (Array.isArray(given)) return 'a list';
  switch (typeof given) {
    case 'string':
      return `the text ${quote(given)}`;
    case 'number':
      return `the number ${given}`;
    case 'boolean':
      return String(given);
    default:
      return 'an object';
  }
}
