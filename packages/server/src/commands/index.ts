// `prime-registry …`: finds the subcommand, and turns errors into one line that an operator can act on.

import { formatHelp, toPrintableText, UsageError } from '@prime-registry/command-line';
import { describeRelease } from '@prime-registry/launch';
import { RegistryError } from '@prime-registry/protocol/basics';
import { SettingError } from '../config/setting.ts';
import { type CommandEntry, describeCommand, parseCommandLine } from './command.ts';
import type { CommandHost } from './command-host.ts';
import { COMMANDS } from './command-table.ts';
import { InterruptedError } from './interrupt.ts';
import { findOutputFailure, OutputClosedError, watchOutput } from './output.ts';

const BAD_USAGE = 3;
const HELP = new Set(['--help', '-h', 'help']);

/**
 * Runs a command line.
 * @returns the exit code: 0 success, 1 failure, 2 a wrong setting or findings of a check, 3 bad usage, 128
 *   plus the number of the signal that stopped it
 */
export async function runCommand(args: readonly string[], host: CommandHost): Promise<number> {
  watchOutput(host);
  const code = await runNamed(args, host);
  // A server that could not print its address has served nevertheless.
  const failure = args[0] === 'serve' ? undefined : await findOutputFailure(host);
  if (failure === undefined) return code;
  // The reader of a pipe may have read enough, as `head` does.
  if (failure.code !== 'EPIPE')
    host.stderr.write(`prime-registry: standard output cannot be written: ${failure.message}\n`);
  return code === 0 ? 1 : code;
}

async function runNamed(args: readonly string[], host: CommandHost): Promise<number> {
  const [first = '--help'] = args;
  if (first === '--version') return print(host, `${describeRelease()}\n`);
  const entry = COMMANDS.find(({ name }) => args.slice(0, name.split(' ').length).join(' ') === name);
  if (entry === undefined) return describeAll(host, first, args);
  try {
    const command = await entry.load();
    const { flags, parameters } = parseCommandLine(entry, command, args.slice(entry.name.split(' ').length));
    if (flags.help === true) return print(host, describeCommand(entry, command));
    return await command.run(flags, parameters, host);
  } catch (error) {
    return await explain(host, error, entry);
  }
}

function describeAll(host: CommandHost, first: string, args: readonly string[]): number {
  // `token --help` lists every command that begins with `token`, and `log key --help` those that begin with `log key`.
  const beginning = HELP.has(args[2] ?? '') ? `${first} ${args[1]}` : first;
  const shown = COMMANDS.filter(({ name }) => name.startsWith(`${beginning} `));
  const asked = beginning === first ? args[1] : args[2];
  const isHelp = HELP.has(first) || (shown.length > 0 && HELP.has(asked ?? ''));
  const rows = (shown.length > 0 ? shown : COMMANDS).map(({ name, parameters = [], summary }) => [
    [name, ...parameters].join(' '),
    summary,
  ]);
  const text = formatHelp(
    'Usage: prime-registry <command> [options]',
    { title: 'Commands', rows },
    "Run 'prime-registry <command> --help' for details.",
  );
  if (isHelp) return print(host, text);
  host.stderr.write(`prime-registry: there is no command '${args.slice(0, 2).join(' ')}'\n\n${text}`);
  return BAD_USAGE;
}

async function explain({ stderr }: CommandHost, error: unknown, command: CommandEntry): Promise<number> {
  if (error instanceof UsageError) {
    stderr.write(
      `prime-registry: ${error.message}\nRun 'prime-registry ${command.name} --help' for details.\n`,
    );
    return BAD_USAGE;
  }
  if (error instanceof SettingError) {
    stderr.write(`prime-registry: ${error.message}\n`);
    return 2;
  }
  if (error instanceof OutputClosedError) return 1;
  if (error instanceof InterruptedError) {
    stderr.write(`prime-registry: ${error.message}\n`);
    return error.exitCode;
  }
  const cause = error instanceof RegistryError && error.cause instanceof Error ? error.cause : error;
  const { explainBrokenInstallation } = await import('@prime-registry/launch/broken-installation');
  const message =
    explainBrokenInstallation(cause) ?? (cause instanceof Error ? cause.message : String(cause));
  // It may repeat what another registry, or a file of somebody else, says.
  stderr.write(`prime-registry: ${toPrintableText(message)}\n`);
  return 1;
}

function print({ stdout }: CommandHost, text: string): number {
  stdout.write(text);
  return 0;
}
