// Checks the arguments of a call. A model reads the rejection and calls again: it names every problem and what is right.
import { findSimilar, quote } from '@prime-registry/protocol';
import { ToolMistake } from '../mistakes/tool-mistake.ts';
import type { Argument, ArgumentTable, Values } from './argument.ts';
import { isRequired } from './input-schema.ts';

/** Most problems that a rejection lists. */
const MAX_PROBLEMS = 8;

type Checked = { readonly value: unknown } | { readonly problem: string };

/**
 * The values of the arguments. Absent are undefined, null and, for those that are not required, the empty text: models
 * send them for what they do not need.
 * @throws ToolMistake that lists what is wrong
 */
export function readArguments<Table extends ArgumentTable>(
  tool: string,
  table: Table,
  given: unknown,
): Values<Table> {
  const names = Object.keys(table);
  const usage = `Arguments of ${tool}: ${names.map((name) => nameOf(name, table[name])).join(', ')}.`;
  const entries = entriesOf(given);
  if (entries === undefined) {
    throw new ToolMistake(`The arguments must be an object, not ${nameType(given)}. ${usage}`);
  }
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, argument] of Object.entries(table)) {
    const checked = check(argument, Object.hasOwn(entries, name) ? entries[name] : undefined);
    if ('problem' in checked) problems.push(`'${name}' ${checked.problem}`);
    else values[name] = checked.value;
  }
  for (const name of Object.keys(entries)) {
    if (!Object.hasOwn(table, name)) problems.push(describeUnknown(name, names));
    if (problems.length > MAX_PROBLEMS) break;
  }
  if (problems.length > 0) {
    const [all, end] = [problems.join('; '), problems.at(-1)?.endsWith('?') ? '' : '.'];
    throw new ToolMistake(`${all}${end} ${usage}`);
  }
  // Each value was checked against its row of the table.
  return values as Values<Table>;
}

function entriesOf(given: unknown): Readonly<Record<string, unknown>> | undefined {
  if (given === undefined || given === null) return {};
  return typeof given === 'object' && !Array.isArray(given) ? { ...given } : undefined;
}

function check(argument: Argument, given: unknown): Checked {
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
  switch (argument.type) {
    case 'text':
      return argument.isRequired ? { problem: missing(argument) } : { value: undefined };
    case 'choice':
      return { value: argument.values[0] };
    case 'number':
      return { value: argument.default };
    case 'flag':
      return { value: false };
    case 'list':
      return { problem: missing(argument) };
  }
}

function missing({ description }: Argument): string {
  return `is missing${description === '' ? '' : `: ${description}`}`;
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

function describeUnknown(name: string, names: readonly string[]): string {
  const similar = findSimilar(name.toLowerCase(), names);
  return `${quote(name)} is no argument${similar === undefined ? '' : `; did you mean '${similar}'?`}`;
}

function nameOf(name: string, argument: Argument | undefined): string {
  return isRequired(argument) ? `${name} (required)` : name;
}

function nameType(given: unknown): string {
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
