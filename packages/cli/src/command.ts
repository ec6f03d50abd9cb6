// A command: its usage, its work, and the text of its result. Commands return data and never print.
import type { Flags, Options } from '@prime-registry/command-line';
import type { Terminal } from './terminal/terminal.ts';

/** The environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The command line of a command. */
export interface Usage {
  /** Positional arguments in the usage line; `[…]` is optional, `…` may be repeated. */
  readonly parameters?: readonly string[];
  readonly options?: Options;
  /** Whether it uses registries, and therefore takes `--remote`, `--token` and `--timeout`. */
  readonly asksRegistries?: boolean;
  /** More paragraphs of the help text. */
  readonly details?: readonly string[];
  /** Example command lines, without `prime`. */
  readonly examples: readonly string[];
}

/** The surroundings of a command. */
export interface CommandContext {
  /** Absolute path of the working folder: the current one, or that of `--project`. */
  readonly folder: string;
  readonly environment: Environment;
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Has something done after the command, also if it fails or is interrupted. The task must not reject. */
  readonly atEnd: (task: () => Promise<void>) => void;
}

/** A command. `Result` is what `--json` prints. */
export interface Command<Result> {
  readonly usage: Usage;
  run(context: CommandContext, flags: Flags, parameters: readonly string[]): Promise<Result>;
  /** The text for standard output; empty for none. */
  view(result: Result, terminal: Terminal): string;
  /** Whether that text has workflow commands of its own for the runner of a CI job. No other text may have any. */
  hasWorkflowCommands?(flags: Flags): boolean;
  /** Shows warnings about the result, after it, to people: with `--json` it is not called. */
  afterwards?(result: Result, terminal: Terminal): void;
  /** The exit code of a command that succeeded; 0 when left out. */
  exitCode?(result: Result, flags: Flags): number;
}

/** A command in the table of all commands. */
export interface CommandEntry {
  readonly name: string;
  /** The heading in the help text. */
  readonly group: string;
  /** What it does, in the imperative: `List the installed Primes`. Known without loading the command. */
  readonly summary: string;
  load(): Promise<Command<unknown>>;
}
