// The type of a subcommand, and the parsing of its options.
import {
  describeOptions,
  type Flags,
  flag,
  formatHelp,
  type OptionDescription,
  type Options,
  parseOptions,
  requireParameters,
  valued,
} from '@prime-registry/command-line';
import { ALL_SETTINGS } from '../config/server-settings.ts';
import { type Setting, variableOf } from '../config/setting.ts';
import type { CommandHost } from './command-host.ts';

/** A subcommand such as `serve` or `token create`, as the table of all commands has it. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Positional arguments in the usage line. */
  readonly parameters?: readonly string[];
  load(): Promise<Command>;
}

/** The options and the work of a subcommand. */
export interface Command {
  readonly settings: readonly Setting<unknown>[];
  readonly options?: Options;
  /** Runs the command. @returns the exit code: 0 success, 1 failure */
  run(flags: Flags, parameters: readonly string[], host: CommandHost): Promise<number>;
}

/** An option with a value that may be given several times. @param more - follows that in the help text */
export function repeatable(value: string, what: string, more = ''): OptionDescription {
  return valued(value, `${what}; may be repeated${more}`, { multiple: true });
}

const HELP = flag('Show this help');
const COMMON: Options = {
  config: valued('<file>', 'File with settings, such as `port: 4100` (PRIME_REGISTRY_CONFIG)'),
  help: HELP,
};

/** Parses the arguments after the command's name. @throws UsageError */
export function parseCommandLine(
  { parameters: wanted = [] }: CommandEntry,
  { settings, options }: Command,
  args: readonly string[],
): { flags: Flags; parameters: string[] } {
  const known: Options = {
    ...settingOptions(settings),
    ...options,
    ...COMMON,
    help: { ...HELP, short: 'h' },
  };
  const { flags, parameters } = parseOptions(known, args);
  if (flags.help !== true) requireParameters(wanted, parameters);
  return { flags, parameters };
}

/** The help text of a command. */
export function describeCommand(
  { name, summary, parameters = [] }: CommandEntry,
  { settings, options }: Command,
): string {
  return formatHelp(
    summary,
    `Usage: ${['prime-registry', name, ...parameters, '[options]'].join(' ')}`,
    { title: 'Options', rows: describeOptions({ ...options, ...COMMON }) },
    ...(settings.length === 0
      ? []
      : [{ title: SETTINGS_TITLE, rows: describeOptions(settingOptions(settings)) }]),
  );
}

const SETTINGS_TITLE = 'Settings (flags override the environment, which overrides the file)';

function settingOptions(settings: readonly Setting<unknown>[]): Options {
  return Object.fromEntries(settings.map((setting) => [setting.name, optionOf(setting)]));
}

function optionOf(setting: Setting<unknown>): OptionDescription {
  const summary = `${setting.summary}\n${setting.allowed}; default ${setting.defaultText} (${variableOf(setting)})`;
  return setting.isSwitch === true ? flag(summary) : valued('<value>', summary);
}

/** Names of the settings of a command that sends requests to upstreams. */
export const UPSTREAM_SETTINGS = ['upstreams', 'upstream-proxy', 'upstream-cafile'] as const;

/** The settings with these names. */
export function settingsNamed(...names: readonly string[]): Setting<unknown>[] {
  return ALL_SETTINGS.filter(({ name }) => names.includes(name));
}
