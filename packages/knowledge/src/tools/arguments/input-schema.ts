// JSON Schema of the arguments of a tool: short, because every model that may call the tool reads it.
import type { Argument, ArgumentTable } from './argument.ts';

/** A JSON Schema (draft 2020-12) of an object. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export function describeArguments(table: ArgumentTable): InputSchema {
  const properties = Object.fromEntries(
    Object.entries(table).map(([name, argument]) => [name, describe(argument)] as const),
  );
  const required = Object.keys(table).filter((name) => isRequired(table[name]));
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** Whether the argument has to be given. */
export function isRequired(argument: Argument | undefined): boolean {
  return argument?.type === 'list' || (argument?.type === 'text' && argument.isRequired);
}

function describe(argument: Argument): Readonly<Record<string, unknown>> {
  const described = argument.description === '' ? {} : { description: argument.description };
  switch (argument.type) {
    case 'text':
      return { type: 'string', ...described };
    case 'choice':
      return { type: 'string', enum: argument.values, default: argument.values[0], ...described };
    case 'number': {
      const { minimum, maximum } = argument;
      return { type: 'integer', minimum, maximum, default: argument.default, ...described };
    }
    case 'flag':
      return { type: 'boolean', ...described };
    case 'list':
      return { type: 'array', items: { type: 'string' }, maxItems: argument.maxItems, ...described };
  }
}
