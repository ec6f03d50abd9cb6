// Reads the text of a settings file.
import { readProjectFile } from './read-project-file.ts';

/** Maximum size of a file: a project's file is untrusted. */
const MAX_FILE_BYTES = 64 * 1024;

/** The text of a file; undefined if there is none. @throws ValidationError if it is too large or not text */
export function findText(path: string): Promise<string | undefined> {
  return readProjectFile(path, MAX_FILE_BYTES);
}
