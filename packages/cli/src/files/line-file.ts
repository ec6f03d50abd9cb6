// A file of a project with a line for each thing that it says: git merges lines, and people may edit them.
import { rm } from 'node:fs/promises';
import { quote } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';
import { readProjectFile } from './read-project-file.ts';
import { replaceFile } from './replace-file.ts';

/** A file of this size has more lines than a lock file can have Primes, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The lines that say something, with their numbers from 1; none if there is no file. */
export async function readLines(path: string): Promise<[line: string, number: number][]> {
  const text = (await readProjectFile(path, MAX_BYTES)) ?? '';
  const lines = text.split(/\r?\n/).map((line, index): [string, number] => [line, index + 1]);
  return lines.filter(([line]) => line !== '' && !line.startsWith('#'));
}

/** Writes the file, if it says something new; without lines there is none. @param heading - with its line feed */
export async function writeLines(path: string, heading: string, lines: readonly string[]): Promise<void> {
  const text = `${heading}${lines.map((line) => `${line}\n`).join('')}`;
  const before = await readProjectFile(path, MAX_BYTES);
  if (lines.length === 0) await rm(path, { force: true });
  else if (before !== text) await replaceFile(path, text, { followsLinks: false });
}

/** The error for a line. */
export function badLine(path: string, line: number, message: string): ValidationError {
  return new ValidationError(`${path} is not valid`, [{ field: 'file', message, line, column: 1 }]);
}

/** The error for a line that has no known form. @param problem - continues a sentence about the line */
export function unknownLine(path: string, line: string, number: number, problem: string): ValidationError {
  const message = /^(?:<{7}|={7}|\|{7}|>{7})(?: |$)/.test(line)
    ? 'is a conflict marker of git: keep the lines of both sides and remove the markers'
    : `${quote(line.slice(0, 100))} ${problem}; restore the file from version control`;
  return badLine(path, number, message);
}
