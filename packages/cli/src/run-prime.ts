// Runs `prime`, from the first argument to the exit code.
import { resolve } from 'node:path';
import { formatJson, UsageError } from '@prime-registry/command-line';
import { describeRelease } from '@prime-registry/launch';
import { findCi } from './ci/ci-environment.ts';
import { guardLog, isFile } from './ci/guard-log.ts';
import type { CommandEntry, Environment } from './command.ts';
import { describeUsage, parseCommandLine } from './command-line.ts';
import { COMMANDS } from './command-table.ts';
import { describeCommands, findSimilarCommand } from './commands-help.ts';
import type { FailedCommand } from './errors/suggest-names.ts';
import { DONE } from './exit-code.ts';
import { abortOnInterrupt } from './interrupt.ts';
import { type Streams, Terminal } from './terminal/terminal.ts';

/** The parts of the process that `prime` needs. */
export interface PrimeProcess extends Streams {
  readonly env: Environment;
  cwd(): string;
}

/** Runs a command line. @returns the exit code: 0 done, 1 failed, 2 invalid, 3 wrong command line */
export async function runPrime(args: readonly string[], host: PrimeProcess): Promise<number> {
  endQuietlyWithReaders(host);
  const [name = '--help', ...rest] = args[0] === 'help' ? helpArguments(args) : args;
  if (name === '--version' || name === '-v') return print(host, `${describeRelease()}\n`);
  if (name === '--help' || name === '-h') return print(host, describeCommands());
  const entry = COMMANDS.find((command) => command.name === name);
  return entry === undefined ? refuse(host, name, rest) : carryOut(entry, rest, host);
}

/** `help <command>` is the same as `<command> --help`. */
function helpArguments([, command]: readonly string[]): readonly string[] {
  return command === undefined ? ['--help'] : [command, '--help'];
}

async function carryOut(entry: CommandEntry, args: readonly string[], host: PrimeProcess): Promise<number> {
  const command = await entry.load();
  // Needed before parsing, so that a parse error is shown in the requested form.
  let terminal = guessTerminal(host, args);
  const endTasks: (() => Promise<void>)[] = [];
  let running: FailedCommand | undefined;
  using interrupt = abortOnInterrupt();
  try {
    const { flags, parameters } = parseCommandLine(command.usage, args);
    if (flags.help === true) return print(host, describeUsage(entry, command.usage));
    terminal = createTerminal(host, { isJson: flags.json === true, isVerbose: flags.verbose === true });
    const folder = resolve(host.cwd(), typeof flags.project === 'string' ? flags.project : '.');
    const context = {
      ...{ folder, environment: host.env, terminal, signal: interrupt.signal },
      atEnd: (task: () => Promise<void>) => void endTasks.push(task),
    };
    running = { context, flags, parameters };
    const result = await command.run(context, flags, parameters);
    if (flags.json === true) print(host, formatJson(result));
    else {
      const text = asLines(command.view(result, terminal));
      print(host, isGuarded(terminal) && !command.hasWorkflowCommands?.(flags) ? guardLog(text) : text);
    }
    if (flags.json !== true) command.afterwards?.(result, terminal);
    return command.exitCode?.(result, flags) ?? DONE;
  } catch (error) {
    const { reportError } = await import('./errors/report-error.ts');
    const advice = command.usage.asksRegistries === true ? await findAdvice(error, running) : undefined;
    return reportError(error, { terminal, environment: host.env, command: entry.name, advice });
  } finally {
    await Promise.all(endTasks.map((task) => task()));
    await printAnnotations(terminal, host.cwd(), entry.name);
  }
}

/** Asks registries, but only after an error that is about a missing Prime. */
async function findAdvice(error: unknown, command: FailedCommand | undefined): Promise<string | undefined> {
  if (command === undefined) return undefined;
  const { suggestNames } = await import('./errors/suggest-names.ts');
  return suggestNames(error, command);
}

/** In CI, standard output is part of the log, unless it goes to a file. */
function isGuarded({ ci, streams }: Terminal): boolean {
  return ci.isCi && !isFile(streams.stdout);
}

function createTerminal(
  host: PrimeProcess,
  options: { readonly isJson: boolean; readonly isVerbose: boolean },
): Terminal {
  return new Terminal(host, { ...options, ci: findCi(host.env) });
}

async function refuse(host: PrimeProcess, name: string, args: readonly string[]): Promise<number> {
  const similar = findSimilarCommand(name);
  const message = name.startsWith('-')
    ? `'${name}' is not a command; write options after it: prime <command> ${name}`
    : `there is no command '${name}'${similar === undefined ? '' : `; did you mean '${similar}'?`}`;
  const { reportError } = await import('./errors/report-error.ts');
  return reportError(new UsageError(message), { terminal: guessTerminal(host, [name, ...args]) });
}

function guessTerminal(host: PrimeProcess, args: readonly string[]): Terminal {
  return createTerminal(host, { isJson: args.includes('--json'), isVerbose: args.includes('--verbose') });
}

function asLines(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function print({ stdout }: PrimeProcess, text: string): number {
  if (text !== '') stdout.write(text);
  return DONE;
}

/** After everything else: the log is read from its beginning, and annotations are shown elsewhere. */
async function printAnnotations(terminal: Terminal, folder: string, command: string): Promise<void> {
  const { annotations, ci } = terminal;
  if (annotations.length === 0 || !ci.readsWorkflowCommands) return;
  const { toWorkflowCommands } = await import('./ci/annotation.ts');
  const root = ci.root ?? folder;
  terminal.streams.stderr.write(toWorkflowCommands(annotations, { root, title: `prime ${command}` }));
}

/** A reader that closes the pipe early, such as `head`, is not an error: the remaining output is dropped. */
function endQuietlyWithReaders({ stdout, stderr }: Pick<Streams, 'stdout' | 'stderr'>): void {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
