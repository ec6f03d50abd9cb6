// Reads the arguments behind a command's name, and writes its help.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Flags, OptionDescription, Usage } from './command.ts';
import { UsageError } from './errors/usage-error.ts';
import { findSimilar } from './similar-word.ts';
import { formatColumns, wrapText } from './terminal/columns.ts';

type Options = Readonly<Record<string, OptionDescription>>;

const COMMON: Options = {
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

const REGISTRY: Options = {
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
  const options = optionsOf(usage);
  const config: ParseArgsOptionsConfig = {};
  for (const [name, { type, multiple = false, short }] of Object.entries(options)) {
    config[name] = { type, multiple, ...(short !== undefined && { short }) };
  }
  // Not strict, because the sentences for people are our own.
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options: config,
    allowPositionals: true,
    allowNegative: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === 'option') requireSound(token, options);
  if (values.help !== true) requireParameters(usage, positionals);
  return { flags: values as Flags, parameters: positionals };
}

/** In characters; what most terminals show on a line. */
const HELP_WIDTH = 80;

/** The help text of a command. */
export function describeUsage(usage: Usage): string {
  const { name, summary, parameters = [], details = [], examples } = usage;
  const line = ['prime', name, ...parameters, '[options]'].join(' ');
  const rows = (options: Options) =>
    Object.entries(options).map(([option, { value, short, summary: text }]) => [
      `${short === undefined ? '    ' : `-${short}, `}--${option}${value === undefined ? '' : ` ${value}`}`,
      text,
    ]);
  return `${[
    `${summary}.`,
    `Usage: ${line}`,
    ...details.map((paragraph) => wrapText(paragraph, HELP_WIDTH)),
    `Options:\n${formatColumns(rows(optionsOf(usage)))}`,
    `Examples:\n${examples.map((example) => `  prime ${example}`).join('\n')}`,
  ].join('\n\n')}\n`;
}

/** Every option of a command, by its long name: its own first, then those that many share. */
export function optionsOf({ options = {}, asksRegistries = false }: Usage): Options {
  return { ...options, ...(asksRegistries && REGISTRY), ...COMMON };
}

/** An option as it was given. */
interface OptionToken {
  readonly name: string;
  /** As it was typed, such as `-C` or `--no-json`. */
  readonly rawName: string;
  readonly value?: string | undefined;
  /** Whether the value is in the same argument. */
  readonly inlineValue?: boolean | undefined;
}

function requireSound({ name, rawName, value, inlineValue }: OptionToken, options: Options): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  const isNegated = rawName === `--no-${name}`;
  if (option === undefined || (isNegated && option.type === 'string')) {
    const similar = findSimilar(name, Object.keys(options));
    throw new UsageError(
      `there is no option '${rawName}'${similar === undefined ? '' : `; did you mean '--${similar}'?`}`,
    );
  }
  if (option.type === 'boolean' && value !== undefined) throw new UsageError(`'${rawName}' takes no value`);
  if (option.type === 'boolean') return;
  if (value === undefined)
    throw new UsageError(`'${rawName}' needs a value: ${rawName} ${option.value ?? '<value>'}`);
  // Rather a forgotten value than one that begins with '-'; standard input and output are '-' alone.
  if (inlineValue !== true && /^-./.test(value)) {
    throw new UsageError(
      `'${rawName}' needs a value; one that begins with '-' is written '--${name}=${value}'`,
    );
  }
}

function requireParameters({ parameters = [] }: Usage, given: readonly string[]): void {
  const needed = parameters.filter((parameter) => !parameter.startsWith('['));
  const missing = needed[given.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  const mayRepeat = parameters.at(-1)?.includes('…') ?? false;
  const surplus = mayRepeat ? undefined : given[parameters.length];
  if (surplus === undefined) return;
  // A token that is given where none is taken must not get into a log.
  throw new UsageError(
    `${surplus.startsWith('pri_') ? 'the token' : `'${surplus}'`} is one argument too many`,
  );
}
