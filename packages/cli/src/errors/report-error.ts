// Shows an error: a line or two for people, JSON for programs, its origin with --verbose.
import type { FieldProblem } from '@prime-registry/protocol';
import { BAD_USAGE } from '../exit-code.ts';
import { formatColumns } from '../terminal/columns.ts';
import type { Streams, Terminal } from '../terminal/terminal.ts';
import { explainError } from './explain-error.ts';

/** Where and how an error is shown. */
export interface ReportOptions {
  readonly host: Pick<Streams, 'stdout'>;
  readonly terminal: Terminal;
  /** The command's name. */
  readonly command: string;
  readonly isJson: boolean;
}

/** Shows the error. @returns the exit code it stands for. */
export function reportError(error: unknown, { host, terminal, command, isJson }: ReportOptions): number {
  const { exitCode, code, message, hint, problems = [] } = explainError(error);
  if (isJson) {
    const shown = {
      code,
      message,
      ...(hint !== undefined && { hint }),
      ...(problems.length > 0 && { problems }),
    };
    host.stdout.write(`${JSON.stringify({ error: shown }, undefined, 2)}\n`);
  }
  terminal.note(`${terminal.paintNote('red', 'error:')} ${message}`);
  if (problems.length > 0) terminal.note(formatColumns(problems.map(toRow)));
  if (hint !== undefined) terminal.note(`${terminal.paintNote('cyan', 'help:')} ${hint}`);
  if (exitCode === BAD_USAGE) terminal.note(`'prime ${command} --help' tells more.`);
  if (terminal.isVerbose && error instanceof Error) terminal.detail(describeOrigin(error));
  return exitCode;
}

function toRow({ field, message, line, column }: FieldProblem): string[] {
  const place = line === undefined ? '' : ` (line ${line}, column ${column ?? 1})`;
  return [field, `${message}${place}`];
}

function describeOrigin(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${describeOrigin(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
