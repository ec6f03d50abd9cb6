// A project may be an untrusted checkout, and git stores symbolic links: prime changes nothing behind one.
import fs from 'node:fs';
import { ValidationError } from '../errors/validation-error.ts';
import type { FileOperations } from './file-operations.ts';

/** Whether there is a folder at the path. @throws ValidationError for a symbolic link or anything else */
export function hasOwnFolder(path: string, files: Pick<FileOperations, 'lstatSync'> = fs): boolean {
  const found = files.lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (found.isDirectory()) return true;
  const kind = found.isSymbolicLink() ? 'a symbolic link' : 'not a folder';
  throw new ValidationError(
    `${path} is ${kind}; prime only changes real folders. Move it away and try again`,
  );
}

/** Whether there is a folder at the path, and no link to one. */
export function isRealFolder(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
