// Shows an error: one or two lines for people, JSON for programs, a stack trace with --verbose.
import { formatColumns, formatJson, toPrintable } from '@prime-registry/command-line';
import type { FieldProblem } from '@prime-registry/protocol';
import type { Environment } from '../command.ts';
import { BAD_USAGE, INTERRUPTED } from '../exit-code.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { explainError } from './explain-error.ts';

/** Where to show an error. */
export interface ReportOptions {
  readonly terminal: Terminal;
  readonly environment?: Environment;
  /** The name of the command, if it exists. */
  readonly command?: string;
  /** For an error that has no advice of its own. */
  readonly advice?: string | undefined;
}

/** Shows the error. @returns the exit code of the command */
export function reportError(
  error: unknown,
  { terminal, environment, command, advice }: ReportOptions,
): number {
  const { exitCode, code, message, hint = advice, problems = [] } = explainError(error, environment);
  if (terminal.isJson) {
    const shown = {
      code,
      message,
      ...(hint !== undefined && { hint }),
      ...(problems.length > 0 && { problems: problems.map(toField) }),
    };
    terminal.streams.stdout.write(formatJson({ error: shown }));
  }
  const label = exitCode === INTERRUPTED ? '' : `${terminal.paintNote('red', 'error:')} `;
  terminal.note(`${label}${toPrintable(message)}`);
  if (problems.length > 0) terminal.note(formatColumns(problems.map(toRow)));
  if (hint !== undefined) terminal.note(`${terminal.paintNote('cyan', 'help:')} ${toPrintable(hint)}`);
  if (exitCode === BAD_USAGE) {
    const help =
      command === undefined
        ? "'prime --help' for a list of commands"
        : `'prime ${command} --help' for details`;
    terminal.note(`Run ${help}.`);
  }
  if (terminal.isVerbose && error instanceof Error) terminal.detail(describeOrigin(error));
  return exitCode;
}

/** Without the place that annotations have. */
function toField({ field, message, line, column }: FieldProblem): FieldProblem {
  return { field, message, ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}

function toRow({ field, message, line, column }: FieldProblem): string[] {
  const place = line === undefined ? '' : ` (line ${line}, column ${column ?? 1})`;
  return [toPrintable(field), toPrintable(`${message}${place}`)];
}

function describeOrigin(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${describeOrigin(error.cause)}` : '';
  const lines = (error.stack ?? error.message).split('\n').map((line) => line.replace(/\S.*/u, toPrintable));
  return `${lines.join('\n')}${cause}`;
}
