// Secrets of container platforms are files: PRIME_REGISTRY_X_FILE names one that has the value of PRIME_REGISTRY_X.
import { closeSync, openSync, readSync } from 'node:fs';
import { quote } from '@prime-registry/protocol/basics';
import { SettingError } from './setting.ts';

/** The largest file that is read. */
const MAX_FILE_BYTES = 65_536;

/** A text that the environment gives, and the variable that gave it. */
export interface VariableText {
  readonly text: string;
  readonly givenBy: string;
  readonly isFromFile: boolean;
}

/** The variable with the path of a file instead of the value. */
export function fileVariableOf(variable: string): string {
  return `${variable}_FILE`;
}

/**
 * The value of a variable, from the environment or from the file that it names; undefined if both are empty.
 * @throws SettingError if both are set, or the file cannot be read, is empty or has more than 64 KiB; no message has
 *   anything of the content
 */
export function readVariable(
  environment: Readonly<Record<string, string | undefined>>,
  variable: string,
): VariableText | undefined {
  const text = environment[variable] ?? '';
  const fileVariable = fileVariableOf(variable);
  const path = environment[fileVariable] ?? '';
  if (path === '') return text === '' ? undefined : { text, givenBy: variable, isFromFile: false };
  if (text !== '') throw new SettingError(`${variable} and ${fileVariable} are both set; keep one of them`);
  // Editors and `echo` end a file with a newline.
  const content = readSmallFile(path, fileVariable).replace(/\r?\n$/, '');
  if (content === '') throw new SettingError(`${fileVariable}: the file ${quote(path)} is empty`);
  return { text: content, givenBy: fileVariable, isFromFile: true };
}

function readSmallFile(path: string, fileVariable: string): string {
  const buffer = Buffer.alloc(MAX_FILE_BYTES + 1);
  let length = 0;
  try {
    const file = openSync(path, 'r');
    try {
      for (let read = -1; read !== 0 && length < buffer.length; length += read)
        read = readSync(file, buffer, length, buffer.length - length, null);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw new SettingError(`${fileVariable}: cannot read ${quote(path)}: ${(error as Error).message}`);
  }
  if (length > MAX_FILE_BYTES)
    throw new SettingError(`${fileVariable}: the file ${quote(path)} has more than 64 KiB`);
  return buffer.toString('utf8', 0, length);
}
