// Reads the arguments behind a command's name, and writes its help.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Flags, OptionDescription, Usage } from './command.ts';
import { UsageError } from './errors/usage-error.ts';
import { formatColumns } from './terminal/columns.ts';

const COMMON: Readonly<Record<string, OptionDescription>> = {
  project: {
    type: 'string',
    short: 'C',
    value: '<folder>',
    summary: 'Work in this folder instead of the current one',
  },
  json: { type: 'boolean', summary: 'Print JSON' },
  verbose: { type: 'boolean', summary: 'Show every request, and where an error comes from' },
  help: { type: 'boolean', short: 'h', summary: 'Show this help' },
};

const REGISTRY: Readonly<Record<string, OptionDescription>> = {
  remote: {
    type: 'string',
    multiple: true,
    value: '<url>',
    summary: 'Ask this registry instead of those configured; several are asked in order (PRIME_REGISTRY)',
  },
  token: { type: 'string', value: '<token>', summary: 'Token for the first registry (PRIME_REGISTRY_TOKEN)' },
  timeout: { type: 'string', value: '<seconds>', summary: 'Longest wait for an answer, 30 when left out' },
};

/** Reads the arguments of a command. @throws UsageError */
export function parseCommandLine(
  usage: Usage,
  args: readonly string[],
): { flags: Flags; parameters: readonly string[] } {
  const options: ParseArgsOptionsConfig = {};
  for (const [name, { type, multiple = false, short }] of Object.entries(optionsOf(usage))) {
    options[name] = { type, multiple, ...(short !== undefined && { short }) };
  }
  const { values, positionals } = orUsageError(() =>
    parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true }),
  );
  if (values.help !== true) requireParameters(usage, positionals);
  return { flags: values as Flags, parameters: positionals };
}

/** The help text of a command. */
export function describeUsage(usage: Usage): string {
  const { name, summary, parameters = [], details = [], examples } = usage;
  const line = ['prime', name, ...parameters, '[options]'].join(' ');
  const rows = (options: Readonly<Record<string, OptionDescription>>) =>
    Object.entries(options).map(([option, { value, short, summary: text }]) => [
      `${short === undefined ? '    ' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`,
      text,
    ]);
  return `${[
    `${summary}.`,
    `Usage: ${line}`,
    ...details,
    `Options:\n${formatColumns(rows(optionsOf(usage)))}`,
    `Examples:\n${examples.map((example) => `  prime ${example}`).join('\n')}`,
  ].join('\n\n')}\n`;
}

function optionsOf({
  options = {},
  asksRegistries = false,
}: Usage): Readonly<Record<string, OptionDescription>> {
  return { ...options, ...(asksRegistries && REGISTRY), ...COMMON };
}

function requireParameters({ parameters = [] }: Usage, given: readonly string[]): void {
  const needed = parameters.filter((parameter) => !parameter.startsWith('['));
  const missing = needed[given.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  const mayRepeat = parameters.at(-1)?.includes('…') ?? false;
  const surplus = mayRepeat ? undefined : given[parameters.length];
  if (surplus !== undefined) throw new UsageError(`'${surplus}' is one argument too many`);
}

function orUsageError<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('. ', 1)[0] ?? '') : String(error), {
      cause: error,
    });
  }
}
