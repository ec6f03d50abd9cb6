// `prime …` from its first argument to its exit code.

import { resolve } from 'node:path';
import { type Flags, formatJson, UsageError } from '@prime-registry/command-line';
import type { Command, Environment } from './command.ts';
import { describeUsage, parseCommandLine } from './command-line.ts';
import { COMMANDS } from './command-table.ts';
import { describeCommands, findSimilarCommand } from './commands-help.ts';
import { DONE } from './exit-code.ts';
import { abortOnInterrupt } from './interrupt.ts';
import { readPrimeVersion } from './prime-version.ts';
import { type Streams, Terminal } from './terminal/terminal.ts';

/** What `prime` needs of its process. */
export interface PrimeProcess extends Streams {
  readonly env: Environment;
  cwd(): string;
}

/** Runs a command line. @returns the exit code: 0 done, 1 failed, 2 something is not valid, 3 bad usage. */
export async function runPrime(args: readonly string[], host: PrimeProcess): Promise<number> {
  endQuietlyWithReaders(host);
  const [name = '--help', ...rest] = args[0] === 'help' ? helpArguments(args) : args;
  if (name === '--version' || name === '-v') return print(host, `${readPrimeVersion()}\n`);
  if (name === '--help' || name === '-h') return print(host, describeCommands());
  const entry = COMMANDS.find((command) => command.name === name);
  return entry === undefined ? refuse(host, name, rest) : carryOut(await entry.load(), rest, host);
}

/** `help <command>` is another way to say `<command> --help`. */
function helpArguments([, command]: readonly string[]): readonly string[] {
  return command === undefined ? ['--help'] : [command, '--help'];
}

async function carryOut(
  command: Command<unknown>,
  args: readonly string[],
  host: PrimeProcess,
): Promise<number> {
  // Known before the line is read, so that a mistake in it can be shown as it was asked for.
  let terminal = guessTerminal(host, args);
  try {
    const { flags, parameters } = parseCommandLine(command.usage, args);
    if (flags.help === true) return print(host, describeUsage(command.usage));
    terminal = new Terminal(host, { isJson: flags.json === true, isVerbose: flags.verbose === true });
    const folder = resolve(host.cwd(), stringFlag(flags, 'project') ?? '.');
    using interrupt = abortOnInterrupt();
    const context = { folder, environment: host.env, terminal, signal: interrupt.signal };
    const result = await command.run(context, flags, parameters);
    print(host, flags.json === true ? formatJson(result) : asLines(command.view(result, terminal)));
    return command.exitCode?.(result) ?? DONE;
  } catch (error) {
    const { reportError } = await import('./errors/report-error.ts');
    return reportError(error, { terminal, command: command.usage.name });
  }
}

async function refuse(host: PrimeProcess, name: string, args: readonly string[]): Promise<number> {
  const similar = findSimilarCommand(name);
  const message = name.startsWith('-')
    ? `'${name}' is no command; options come behind one: prime <command> ${name}`
    : `there is no command '${name}'${similar === undefined ? '' : `; did you mean '${similar}'?`}`;
  const { reportError } = await import('./errors/report-error.ts');
  return reportError(new UsageError(message), { terminal: guessTerminal(host, [name, ...args]) });
}

function guessTerminal(host: PrimeProcess, args: readonly string[]): Terminal {
  return new Terminal(host, { isJson: args.includes('--json'), isVerbose: args.includes('--verbose') });
}

/** A reader that has seen enough, such as `head`, is no error: what is still written goes nowhere. */
function endQuietlyWithReaders({ stdout, stderr }: PrimeProcess): void {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

function stringFlag(flags: Flags, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

function asLines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function print({ stdout }: PrimeProcess, text: string): number {
  if (text !== '') stdout.write(text);
  return DONE;
}
