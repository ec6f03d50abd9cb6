// What a subcommand is, and how its options are read.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ALL_SETTINGS } from '../config/server-settings.ts';
import { type Setting, variableOf } from '../config/setting.ts';

/** Values of the options of a command line. */
export type Flags = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** An option that is not a setting. */
export interface OptionDescription {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** One letter that stands for it. */
  readonly short?: string;
  /** What stands for the value in the help text. */
  readonly value?: string;
  readonly summary: string;
}

/** A subcommand such as `serve` or `token create`. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Positional arguments in the usage line. */
  readonly parameters?: readonly string[];
  readonly settings: readonly Setting<unknown>[];
  readonly options?: Readonly<Record<string, OptionDescription>>;
  /** Carries it out. @returns the exit code: 0 done, 1 failed. */
  run(flags: Flags, parameters: readonly string[]): Promise<number>;
}

/** A command line that cannot be carried out; exit code 3. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const COMMON: Readonly<Record<string, OptionDescription>> = {
  config: {
    type: 'string',
    value: '<file>',
    summary: 'File with settings, such as `port: 4100` (PRIME_REGISTRY_CONFIG)',
  },
  help: { type: 'boolean', short: 'h', summary: 'Show this help' },
};

/** Reads the arguments behind the command's name. @throws UsageError */
export function parseCommandLine(
  command: Command,
  args: readonly string[],
): { flags: Flags; parameters: string[] } {
  const options: ParseArgsOptionsConfig = {};
  for (const { name, isSwitch } of command.settings)
    options[name] = { type: isSwitch === true ? 'boolean' : 'string' };
  for (const [name, { type, multiple = false, short }] of Object.entries({ ...command.options, ...COMMON })) {
    options[name] = { type, multiple, ...(short !== undefined && { short }) };
  }
  const { values, positionals } = orUsageError(() =>
    parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: true }),
  );
  const wanted = command.parameters?.length ?? 0;
  if (values.help !== true && positionals.length !== wanted) {
    const surplus = positionals[wanted];
    throw new UsageError(
      surplus === undefined
        ? `${command.parameters?.[positionals.length]} is missing`
        : `'${surplus}' is one argument too many`,
    );
  }
  return { flags: values as Flags, parameters: positionals };
}

/** The help text of a command. */
export function describeCommand(command: Command): string {
  const usage = ['prime-registry', command.name, ...(command.parameters ?? []), '[options]'].join(' ');
  const options = Object.entries({ ...command.options, ...COMMON }).map(([name, { value, summary }]) => [
    `--${name}${value === undefined ? '' : ` ${value}`}`,
    summary,
  ]);
  const settings = command.settings.map((setting) => [
    setting.isSwitch === true ? `--${setting.name}` : `--${setting.name} <value>`,
    `${setting.summary}\n${setting.allowed}; default ${setting.defaultText} (${variableOf(setting)})`,
  ]);
  const sections = [`${command.summary}\n\nUsage: ${usage}`, `Options:\n${formatColumns(options)}`];
  if (settings.length > 0)
    sections.push(
      `Settings (a flag wins over the environment, which wins over the file):\n${formatColumns(settings)}`,
    );
  return `${sections.join('\n\n')}\n`;
}

/** Two columns, the second of which may have several lines. */
export function formatColumns(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map(([left = '']) => left.length)) + 2;
  const indent = `\n${' '.repeat(width + 2)}`;
  return rows
    .map(([left = '', right = '']) => `  ${left.padEnd(width)}${right.replaceAll('\n', indent)}`)
    .join('\n');
}

/** The settings with these names. */
export function settingsNamed(...names: readonly string[]): Setting<unknown>[] {
  return ALL_SETTINGS.filter(({ name }) => names.includes(name));
}

function orUsageError<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
