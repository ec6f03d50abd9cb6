// What a command is: how it is called, what it does, and how what it found is shown. Commands return data and never print.
import type { Flags, Options } from '@prime-registry/command-line';
import type { Terminal } from './terminal/terminal.ts';

/** The environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How a command is called. */
export interface Usage {
  readonly name: string;
  /** What it does, as an order: `List the installed Primes`. */
  readonly summary: string;
  /** Positional arguments in the usage line; `[…]` may be left out, `…` may be repeated. */
  readonly parameters?: readonly string[];
  readonly options?: Options;
  /** Whether it asks registries, and so takes `--remote`, `--token` and `--timeout`. */
  readonly asksRegistries?: boolean;
  /** Further paragraphs of the help text. */
  readonly details?: readonly string[];
  /** Command lines to learn from, without `prime`. */
  readonly examples: readonly string[];
}

/** What a command works with. */
export interface CommandContext {
  /** Absolute path of the folder that the command works in: the current one, or that of `--project`. */
  readonly folder: string;
  readonly environment: Environment;
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** A command. `Result` is what `--json` prints. */
export interface Command<Result> {
  readonly usage: Usage;
  run(context: CommandContext, flags: Flags, parameters: readonly string[]): Promise<Result>;
  /** What people read on standard output; empty for nothing. */
  view(result: Result, terminal: Terminal): string;
  /** The exit code of a command that was carried out; 0 when left out. */
  exitCode?(result: Result): number;
}

/** A command in the table of all commands. */
export interface CommandEntry {
  readonly name: string;
  /** The heading it is listed under. */
  readonly group: 'Publish' | 'Install' | 'Find' | 'Set up';
  /** The summary of its usage, known without loading the command. */
  readonly summary: string;
  load(): Promise<Command<unknown>>;
}
