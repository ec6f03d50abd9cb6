// Appends to a file of lines that several processes use, and that people edit: prime never rewrites it.
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { unless } from '../errors/expected.ts';
import { isMissing } from './file-operations.ts';

/**
 * Appends a line with one write, so that several processes can do it at the same time; a new file begins with the heading. A
 * last line without an end, left by an editor, gets one: otherwise both lines would be lost. On a full disk, nothing of the line
 * stays: commands could not read the file after that.
 * @param line - with its line feed, as the heading
 */
export function appendLine(path: string, line: string, heading: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const before = readIfThere(path);
  const start = before === '' ? heading : before.endsWith('\n') ? '' : '\n';
  const bytes = Buffer.from(`${start}${line}`);
  const file = openSync(path, 'a+', 0o600);
  try {
    const sizeBytes = fstatSync(file).size;
    try {
      writeFileSync(file, bytes);
    } catch (error) {
      takeBack(path, file, sizeBytes, bytes);
      throw error;
    }
  } finally {
    closeSync(file);
  }
}

/** Removes the beginning of a line from the end of a file, if nothing else came there. */
function takeBack(path: string, file: number, sizeBytes: number, bytes: Buffer): void {
  const written = readFileSync(path).subarray(sizeBytes);
  const isOwn = written.length < bytes.length && written.equals(bytes.subarray(0, written.length));
  if (isOwn) ftruncateSync(file, sizeBytes);
}

/** The text of a file; undefined if there is none. */
export function findText(path: string): string | undefined {
  return unless(isMissing, () => readFileSync(path, 'utf8'));
}

/** The text of a file; empty if there is none. */
export function readIfThere(path: string): string {
  return findText(path) ?? '';
}
