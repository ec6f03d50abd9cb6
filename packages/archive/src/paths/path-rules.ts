// The rules for paths, so that a path means the same file on every system.
import { foldName } from './fold-name.ts';
import { HIDDEN_CHARACTERS } from './hidden-characters.ts';
import { MANIFEST_PATH } from './manifest-path.ts';

/** Longest path, in bytes of UTF-8. */
const MAX_PATH_BYTES = 1024;
/** Longest file or folder name, in bytes of UTF-8; the limit of ext4, XFS and APFS. */
const MAX_SEGMENT_BYTES = 255;

const HIDDEN_CHARACTER = new RegExp(HIDDEN_CHARACTERS, 'u');
/** Most paths: nothing in them can be hidden or decomposed. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
/**
 * Characters that Windows forbids in names. A colon is also dangerous: `a:b` writes to a hidden stream of
 * `a`.
 */
const WINDOWS_FORBIDDEN = /[<>:"|?*]/;
/** Device names of Windows, also with any extension: `aux.md` is the device `aux`. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9¹²³]) *(?:\.|$)/i;

/**
 * The problem with a relative path of a file or folder, as the end of a sentence that starts with the path;
 * undefined for a valid path. A leading `./` and the trailing slash of a folder are already removed.
 */
export function findPathProblem(path: string): string | undefined {
  if (path === '') return 'is an empty path; every file needs a name';
  const characterProblem = PRINTABLE_ASCII.test(path) ? undefined : findCharacterProblem(path);
  if (characterProblem !== undefined) return characterProblem;
  if (path.includes('\\')) return "contains a backslash; separate folders with '/'";
  if (path.startsWith('/')) return 'is an absolute path; store it relative to the root of the Prime';
  if (/^[a-z]:/i.test(path)) return 'begins with a drive letter; store it relative to the root of the Prime';
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes; shorten it`;
  if (path !== MANIFEST_PATH && !path.includes('/') && foldName(path) === MANIFEST_PATH) {
    return `is the manifest on some systems only, or looks like it; spell it '${MANIFEST_PATH}'`;
  }
  for (const segment of path.split('/')) {
    const problem = findSegmentProblem(segment);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findCharacterProblem(path: string): string | undefined {
  if (!path.isWellFormed()) return 'has a name that is not valid Unicode; rename it';
  if (HIDDEN_CHARACTER.test(path)) return 'contains a control or invisible character; rename it';
  if (path === path.normalize('NFC')) return undefined;
  // bsdtar unpacks the NFC form of a pax path, other programs its bytes.
  return 'has letters in decomposed Unicode form (NFD), which some programs change; rename it to the NFC form';
}

function findSegmentProblem(segment: string): string | undefined {
  if (segment === '') return "has an empty part between slashes; write a single '/'";
  if (segment === '..') return "has a '..' in it; store it relative to the root of the Prime, without '..'";
  if (segment === '.') return "has a '.' part inside; leave it out";
  if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) {
    return `has a name longer than ${MAX_SEGMENT_BYTES} bytes; shorten it`;
  }
  const forbidden = WINDOWS_FORBIDDEN.exec(segment);
  if (forbidden !== null) return `holds '${forbidden[0]}', which Windows does not allow in names; rename it`;
  if (segment.endsWith('.') || segment.endsWith(' ')) {
    return 'has a name that ends in a dot or a space, which Windows drops; rename it';
  }
  if (WINDOWS_DEVICE.test(segment)) return 'has a name that Windows reserves for a device; rename it';
  return undefined;
}
