// Keeps texts of strangers from giving orders to the runner that reads the log of a CI job.
import { fstatSync } from 'node:fs';
import { unlessFailed } from '../errors/expected.ts';

/**
 * Workflow commands: `::name::` at the start of a line, after any white space; `##[name]`, `##vso[name]` and the like
 * anywhere. Section markers of GitLab need control characters, which never reach the output. `^` matches behind each line end:
 * white space is searched to the next one only.
 */
const COMMANDS = /^([^\S\n\r\u2028\u2029]*):(?=:)|#(?=#[a-z]*\[)/gim;

/** The text with such characters escaped as `\u{…}`; everything else stays. */
export function guardLog(text: string): string {
  return text.replace(COMMANDS, (found, space: string | undefined) =>
    found.endsWith('#') ? '\\u{23}' : `${space ?? ''}\\u{3a}`,
  );
}

/** Whether a stream writes to a file, whose text must stay as it is. */
export function isFile(stream: object): boolean {
  const fd = 'fd' in stream ? stream.fd : undefined;
  return typeof fd === 'number' && unlessFailed(() => fstatSync(fd).isFile()) === true;
}
