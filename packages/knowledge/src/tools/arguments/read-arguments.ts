// Checks the arguments of a call. A model reads the rejection and calls again: it names every problem and what is right.
import { findSimilar, quote } from '@prime-registry/protocol';
import { ToolMistake } from '../mistakes/tool-mistake.ts';
import type { Argument, ArgumentTable, Values } from './argument.ts';
import { checkArgument, nameType } from './check-argument.ts';
import { isRequired } from './input-schema.ts';

/** Most problems that a rejection lists. */
const MAX_PROBLEMS = 8;

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
    const checked = checkArgument(argument, Object.hasOwn(entries, name) ? entries[name] : undefined);
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

function describeUnknown(name: string, names: readonly string[]): string {
  const similar = findSimilar(name.toLowerCase(), names);
  return `${quote(name)} is no argument${similar === undefined ? '' : `; did you mean '${similar}'?`}`;
}

function nameOf(name: string, argument: Argument | undefined): string {
  return isRequired(argument) ? `${name} (required)` : name;
}
