// Which files of a folder are no part of the Prime: what version control, tools and systems leave lying about, secrets, and
// whatever the author names in .primeignore.
import ignore from 'ignore';
import { MANIFEST_FILE } from './read-manifest.ts';

/** Where an author says what to leave out, in the syntax of .gitignore; at the root of the Prime. */
export const IGNORE_FILE = '.primeignore';

const LITTER = ignore().add([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '.primes',
  '.DS_Store',
  'Thumbs.db',
  '*.swp',
  '__pycache__',
  '.cache',
  IGNORE_FILE,
  // What packing makes by itself, and what it leaves behind when it is killed.
  '/*.tar.gz',
  '.*.prime-tmp',
]);
const SECRETS = ignore().add(['.env', '.env.*', '!.env.example', '.npmrc']);

/** The README and the license, under any of their usual names. */
const ESSENTIAL = /^(?:readme|licen[cs]e)(?:[._-][^/]*)?$/i;

/**
 * Why a path is left out: `litter` and `secret` always are, `ignored` by the author's patterns; undefined for what is packed.
 * Patterns tell upper from lower case everywhere, so that a Prime is the same on every system.
 */
export type Exclusion = 'litter' | 'secret' | 'ignored' | undefined;

/**
 * Judges paths as `listTree` gives them, by the text of a .primeignore. The manifest, the README and the license at the root
 * are packed whatever it says.
 */
export function createExclusions(patterns: string): (path: string, isFolder: boolean) => Exclusion {
  const ignored = ignore({ ignorecase: false }).add(patterns);
  return (path, isFolder) => {
    // Without the slash, a pattern such as `build/` would not match the folder.
    const shown = isFolder ? `${path}/` : path;
    if (SECRETS.ignores(shown)) return 'secret';
    if (LITTER.ignores(shown)) return 'litter';
    if (path === MANIFEST_FILE || (!isFolder && ESSENTIAL.test(path))) return undefined;
    return ignored.ignores(shown) ? 'ignored' : undefined;
  };
}
