// Reads the log of a server as a service manager does: servers write to a pipe that is read, and their lines cost what
// they cost an operator.
import type { Readable } from 'node:stream';

/** A line that is not one of the log, or that warns. */
const IS_SHOWN = /^(?!\{(?:"worker":\d+,)?"level":[123]0,).+/gm;

/** Reads the lines and drops them, except warnings, errors and what is not a log line: these are printed. */
export function readLog(stderr: Readable): void {
  let rest = '';
  stderr.setEncoding('latin1').on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) print(rest + text.slice(0, end));
    rest = end > 0 ? text.slice(end) : rest + text;
  });
  stderr.on('end', () => print(rest));
}

function print(lines: string): void {
  const shown = lines.match(IS_SHOWN);
  if (shown !== null) process.stderr.write(`${shown.join('\n')}\n`);
}
