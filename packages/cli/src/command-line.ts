// The command line of one command: its options with those that many commands share, and its help text.
import {
  describeOptions,
  type Flags,
  flag,
  formatHelp,
  type Options,
  parseOptions,
  requireParameters,
  valued,
  wrapText,
} from '@prime-registry/command-line';
import type { CommandEntry, Usage } from './command.ts';

const COMMON: Options = {
  project: valued('<folder>', 'Work in this folder instead of the current one', { short: 'C' }),
  json: flag('Print JSON'),
  verbose: flag('Show every request, and the stack trace of an error'),
  help: flag('Show this help', 'h'),
};

const REGISTRY: Options = {
  remote: valued(
    '<url>',
    'Use this registry instead of the configured ones; several are tried in order (PRIME_REGISTRY)',
    { multiple: true },
  ),
  token: valued('<token>', 'Token for the first registry (PRIME_REGISTRY_TOKEN)'),
  cafile: valued('<file>', 'Also trust the certificate authorities in this file (SSL_CERT_FILE)'),
  timeout: valued('<seconds>', 'Longest wait for an answer, with all tries and registries; 60 by default'),
};

/** Parses the arguments of a command. @throws UsageError */
export function parseCommandLine(
  usage: Usage,
  args: readonly string[],
): { flags: Flags; parameters: readonly string[] } {
  const { flags, parameters } = parseOptions(optionsOf(usage), args);
  if (flags.help !== true) requireParameters(usage.parameters ?? [], parameters);
  return { flags, parameters };
}

/** In characters; most terminals show at least this many on a line. */
const HELP_WIDTH = 80;

/** The help text of a command. */
export function describeUsage(
  { name, summary }: Pick<CommandEntry, 'name' | 'summary'>,
  usage: Usage,
): string {
  const { parameters = [], details = [], examples } = usage;
  return formatHelp(
    `${summary}.`,
    `Usage: ${['prime', name, ...parameters, '[options]'].join(' ')}`,
    ...details.map((paragraph) => wrapText(paragraph, HELP_WIDTH)),
    { title: 'Options', rows: describeOptions(optionsOf(usage)) },
    { title: 'Examples', rows: examples.map((example) => [`prime ${example}`]) },
  );
}

/** All options of a command by long name: its own first, then the shared ones. */
export function optionsOf({ options = {}, asksRegistries = false }: Usage): Options {
  return { ...options, ...(asksRegistries && REGISTRY), ...COMMON };
}
