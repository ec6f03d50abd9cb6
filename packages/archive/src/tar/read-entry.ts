// Combines a header and the records in front of it into one file or folder.
import { quotePath, toPrintablePath } from '../paths/printable-path.ts';
import { invalid, type TarballRejection } from '../tarball-problem.ts';
import { findText } from './decode-utf8.ts';
import type { EntryMetadata } from './entry-metadata.ts';
import { describeEntryType, findEntryKind } from './entry-type.ts';
import { MAX_OCTAL_SIZE_BYTES } from './number-field.ts';
import type { TarHeader } from './read-header.ts';

const SLASH = 0x2f;
/** What the owner may do, at least: without it, most programs unpack what nobody can read. */
const LEAST_MODE = { file: 0o400, folder: 0o500 };

/** A file or folder of the archive; the path is valid UTF-8 and not checked further. */
export interface TarEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** Length of the contents in bytes, 0 for a folder. */
  readonly sizeBytes: number;
}

/**
 * The entry; throws a rejection for anything but a file or folder, and for what programs read differently.
 */
export function readEntry(header: TarHeader, metadata: EntryMetadata): TarEntry {
  const path = readPath(metadata.rawPath ?? header.rawPath);
  const kind = findEntryKind(header.typeflag);
  if (kind === undefined) {
    const type = describeEntryType(header.typeflag);
    throw invalidAt(path, `is ${type}; a Prime may contain only files and folders`);
  }
  if (kind === 'file' && (path.endsWith('/') || isOldFolder(header))) {
    // Some programs unpack this as a folder, others as a file.
    throw invalidAt(path, "is a file whose path ends in '/'; make the archive again");
  }
  if (header.hasLinkTarget) {
    throw invalidAt(path, 'has a link target but is not a link; make the archive again');
  }
  if ((header.mode & LEAST_MODE[kind]) !== LEAST_MODE[kind]) {
    throw invalidAt(path, 'has a mode in which its owner cannot read it; make it readable (chmod u+rX)');
  }
  const sizeBytes = metadata.sizeBytes ?? header.sizeBytes;
  if (sizeBytes !== header.sizeBytes && sizeBytes <= MAX_OCTAL_SIZE_BYTES) {
    // A program without pax support would continue at another offset.
    throw invalidAt(path, 'has one size in its header and another in its pax header; make the archive again');
  }
  if (kind === 'folder' && sizeBytes > 0) {
    throw invalidAt(path, 'is a folder with contents of its own; make the archive again');
  }
  return { path, kind, sizeBytes };
}

/**
 * Before POSIX, folders had no type of their own, only a slash at the end of their name. Some programs look
 * for it in the header even if a record replaces the name.
 */
function isOldFolder({ typeflag, rawPath }: TarHeader): boolean {
  return typeflag === '\0' && rawPath.at(-1) === SLASH;
}

function readPath(rawPath: Uint8Array): string {
  const path = findText(rawPath);
  if (path !== undefined) return path;
  const lossyPath = Buffer.from(rawPath).toString('utf8');
  throw invalidAt(lossyPath, 'has a name that is not valid UTF-8; rename it');
}

function invalidAt(path: string, complaint: string): TarballRejection {
  return invalid(`${quotePath(path)} ${complaint}`, toPrintablePath(path));
}
