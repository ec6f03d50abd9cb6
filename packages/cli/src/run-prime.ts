// `prime …` from its first argument to its exit code.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command, Environment, Flags } from './command.ts';
import { describeUsage, parseCommandLine } from './command-line.ts';
import { COMMANDS } from './commands/index.ts';
import { describeCommands, findSimilarCommand } from './commands-help.ts';
import { UsageError } from './errors/usage-error.ts';
import { BAD_USAGE, DONE } from './exit-code.ts';
import { abortOnInterrupt } from './interrupt.ts';
import { type Streams, Terminal } from './terminal/terminal.ts';

/** What `prime` needs of its process. */
export interface PrimeProcess extends Streams {
  readonly env: Environment;
  cwd(): string;
}

/** Runs a command line. @returns the exit code: 0 done, 1 failed, 2 something is not valid, 3 bad usage. */
export async function runPrime(args: readonly string[], host: PrimeProcess): Promise<number> {
  endQuietlyWithReader(host);
  const [name = '--help', ...rest] = args;
  if (name === '--version' || name === '-v') return print(host, `${readVersion()}\n`);
  if (name === '--help' || name === '-h') return print(host, describeCommands());
  if (name === 'help')
    return rest[0] === undefined ? print(host, describeCommands()) : runPrime([rest[0], '--help'], host);
  const entry = COMMANDS.find((command) => command.name === name);
  if (entry === undefined) return refuse(host, name);
  return carryOut(await entry.load(), rest, host);
}

async function carryOut(
  command: Command<unknown>,
  args: readonly string[],
  host: PrimeProcess,
): Promise<number> {
  // Known before the line is read, so that a mistake in it can be shown as it was asked for.
  let terminal = new Terminal(host, {
    isJson: args.includes('--json'),
    isVerbose: args.includes('--verbose'),
  });
  try {
    const { flags, parameters } = parseCommandLine(command.usage, args);
    if (flags.help === true) return print(host, describeUsage(command.usage));
    terminal = new Terminal(host, { isJson: flags.json === true, isVerbose: flags.verbose === true });
    const folder = resolve(host.cwd(), stringFlag(flags, 'project') ?? '.');
    using interrupt = abortOnInterrupt();
    const context = { folder, environment: host.env, terminal, signal: interrupt.signal };
    const result = await command.run(context, flags, parameters);
    print(
      host,
      flags.json === true
        ? `${JSON.stringify(result, undefined, 2)}\n`
        : asLines(command.view(result, terminal)),
    );
    return command.exitCode?.(result) ?? DONE;
  } catch (error) {
    const { reportError } = await import('./errors/report-error.ts');
    return reportError(error, {
      host,
      terminal,
      command: command.usage.name,
      isJson: args.includes('--json'),
    });
  }
}

function refuse(host: PrimeProcess, name: string): number {
  const similar = findSimilarCommand(name);
  const error = new UsageError(
    `there is no command '${name}'${similar === undefined ? '' : `; did you mean '${similar}'?`}`,
  );
  host.stderr.write(`error: ${error.message}\n'prime --help' lists all commands.\n`);
  return BAD_USAGE;
}

/** A reader that has seen enough, such as `head`, is no error. */
function endQuietlyWithReader({ stdout }: PrimeProcess): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(DONE);
  });
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

function readVersion(): string {
  const description = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(description) as { version: string }).version;
}
