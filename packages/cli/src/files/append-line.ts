// Appends to a file of lines that several processes use, and that people edit: prime never rewrites it.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './file-operations.ts';

/**
 * Appends a line with one write, so that several processes can do it at the same time; a new file begins with the heading. A
 * last line without an end, left by an editor or a full disk, gets one: otherwise both lines would be lost.
 * @param line - with its line feed, as the heading
 */
export function appendLine(path: string, line: string, heading: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const before = readIfThere(path);
  const start = before === '' ? heading : before.endsWith('\n') ? '' : '\n';
  appendFileSync(path, `${start}${line}`, { mode: 0o600 });
}

/** The text of a file; empty if there is none. */
export function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}
