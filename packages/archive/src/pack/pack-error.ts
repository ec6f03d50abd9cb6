// The error for a tree that cannot be packed.
import { quotePath } from '../paths/printable-path.ts';

/** A file or folder that cannot be packed; the message names it and says what would be right. */
export class PackError extends Error {
  override readonly name = 'PackError';
  /** Its path relative to the packed folder. */
  readonly path: string;

  /** `complaint` is the end of a sentence that starts with the path. */
  constructor(path: string, complaint: string, options?: ErrorOptions) {
    super(`${quotePath(path)} ${complaint}`, options);
    this.path = path;
  }
}
